-- Coin Tower: climb the tower, collect its coins and reach the flag at the top.

local folder = core.get_modpath(core.get_current_modname())
local blocks = dofile(folder .. "/nodes.lua")
local plan = dofile(folder .. "/plan.lua")(blocks.colours)
local build = dofile(folder .. "/build.lua")

-- Seconds until a collected coin reappears.
local coin_returns = 10
-- Blocks that a player may fall below their last rest.
local fall = 6

-- The current climb of each player in the game, and the best climb of this session.
local climbs, best = {}, nil

-- Coins of all climbs of each player. A platform keeps them; alone, they last as long as the game.
local purses, platform = {}, rawget(_G, "baseplate")
local kept = platform and platform.data and platform.data.players("coins", function(name) return purses[name] end)

core.set_mapgen_setting("mg_name", "singlenode", true)
core.after(0, build, plan)

-- A platform shows the best climbs of each week.
local board = platform and platform.leaderboard
	and platform.leaderboard("best climb", { title = "Most coins in a climb", period = "week" })

-- Noon all day.
local function stop_the_sun()
	core.set_timeofday(0.45)
	core.after(60, stop_the_sun)
end
core.after(0, stop_the_sun)

-- A platform shows usernames; alone, the game shows the engine's names.
local function name_of(player)
	local name = player:get_player_name()
	return platform and platform.username_of(name) or name
end

local function text_of(seconds)
	return string.format("%d:%04.1f", math.floor(seconds / 60), seconds % 60)
end

local function seconds_since(moment) return (core.get_us_time() - moment) / 1e6 end

local function add_text(player, y, size, colour)
	return player:hud_add({
		hud_elem_type = "text",
		position = { x = 0.5, y = y },
		size = { x = size },
		number = colour,
		text = "",
	})
end

local function begin(player)
	local climb = climbs[player:get_player_name()]
	climb.coins, climb.found, climb.began, climb.rest = 0, {}, core.get_us_time(), plan.start
	player:set_pos(plan.start)
	player:set_look_horizontal(0)
	player:set_look_vertical(-0.15)
end

local function burst(pos, amount)
	core.add_particlespawner({
		amount = amount,
		time = 0.1,
		minpos = pos,
		maxpos = pos,
		minvel = vector.new(-3, 1, -3),
		maxvel = vector.new(3, 6, 3),
		minacc = vector.new(0, -9, 0),
		maxacc = vector.new(0, -9, 0),
		minexptime = 0.6,
		maxexptime = 1.4,
		minsize = 1,
		maxsize = 3,
		texture = "tower_spark.png",
		glow = 14,
	})
end

-- A coin counts once per climb. It reappears for the next player after some seconds.
local function collect(player, climb, pos)
	local key = core.hash_node_position(pos)
	if climb.found[key] then return end
	climb.found[key] = true
	climb.coins = climb.coins + 1
	local name = player:get_player_name()
	if purses[name] then purses[name] = purses[name] + 1 end
	core.remove_node(pos)
	core.after(coin_returns, core.set_node, pos, { name = "tower:coin" })
	burst(pos, 12)
	core.log("action", "[tower] " .. player:get_player_name() .. " has " .. climb.coins .. " coins")
end

local function is_better(climb, other)
	if not other or climb.coins ~= other.coins then return not other or climb.coins > other.coins end
	return climb.seconds < other.seconds
end

local function finish(player, climb)
	local done = { name = name_of(player), coins = climb.coins, seconds = seconds_since(climb.began) }
	local line = string.format("%s reached the top with %d of %d coins in %s.",
		done.name, done.coins, plan.coins, text_of(done.seconds))
	core.chat_send_all(line)
	if board then board.score(player:get_player_name(), done.coins) end
	if is_better(done, best) then
		best = done
		core.chat_send_all("That is the best climb so far!")
	end
	core.log("action", "[tower] " .. player:get_player_name() .. " reached the top")
	burst(player:get_pos(), 120)
	begin(player)
end

local function update(player, climb)
	local pos = player:get_pos()
	local below = core.get_node(vector.round(vector.offset(pos, 0, -0.5, 0))).name
	if below == "tower:rest" then climb.rest = vector.offset(vector.round(pos), 0, 0.5, 0) end
	for height = 0, 1 do
		local at = vector.round(vector.offset(pos, 0, height + 0.3, 0))
		local name = core.get_node(at).name
		if name == "tower:coin" then collect(player, climb, at) end
		if name == "tower:flag" then return finish(player, climb) end
	end
	if pos.y < math.max(climb.rest.y - fall, -4) then player:set_pos(climb.rest) end
	player:hud_change(climb.counts, "text", string.format("Coins %d of %d     Height %d     %s",
		climb.coins, plan.coins, math.max(0, math.floor(pos.y)), text_of(seconds_since(climb.began))))
	local purse = purses[player:get_player_name()]
	player:hud_change(climb.purse, "text", purse and string.format("All your coins: %d", purse) or "")
	player:hud_change(climb.record, "text", best and string.format("Best climb: %s, %d coins in %s",
		best.name, best.coins, text_of(best.seconds)) or "")
end

-- Without the coins of earlier visits, the player climbs, but is shown no sum that would be wrong.
local function load_purse(name)
	if not kept then
		purses[name] = 0
		return
	end
	kept.load(name, function(coins, problem)
		local climb = climbs[name]
		if problem then core.log("warning", "[tower] the coins of " .. name .. " are not loaded: " .. problem)
		elseif climb then
			purses[name] = (coins or 0) + climb.coins
			core.log("action", "[tower] " .. name .. " brings " .. purses[name] .. " coins")
		end
	end)
end

core.register_on_joinplayer(function(player)
	player:set_armor_groups({ immortal = 1 })
	player:hud_set_flags({ healthbar = false, breathbar = false, hotbar = false, crosshair = false })
	player:set_clouds({ height = 70, density = 0.35 })
	climbs[player:get_player_name()] = {
		counts = add_text(player, 0.94, 2, 0xFFFFFF),
		purse = add_text(player, 0.88, 1, 0xFFFFFF),
		record = add_text(player, 0.82, 1, 0xFFE98A),
	}
	begin(player)
	load_purse(player:get_player_name())
	core.chat_send_player(player:get_player_name(),
		"Follow the coloured steps to the flag. Golden rests keep your height when you fall.")
end)

core.register_on_leaveplayer(function(player)
	climbs[player:get_player_name()], purses[player:get_player_name()] = nil, nil
end)

core.register_on_respawnplayer(function(player)
	begin(player)
	return true
end)

local waited = 0
core.register_globalstep(function(passed)
	waited = waited + passed
	if waited < 0.1 then return end
	waited = 0
	for _, player in ipairs(core.get_connected_players()) do
		local climb = climbs[player:get_player_name()]
		if climb then update(player, climb) end
	end
end)
