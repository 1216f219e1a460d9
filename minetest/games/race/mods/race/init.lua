-- Harbour Run: three laps of the track, through every gate.

local folder = core.get_modpath(core.get_current_modname())
dofile(folder .. "/nodes.lua")
local plan = dofile(folder .. "/plan.lua")
local times = dofile(folder .. "/times.lua")
local build = dofile(folder .. "/build.lua")

local laps = 3
-- Speeds on each ground, as factors of walking, and the seconds that a yellow strip lasts.
local speeds = { ["race:grass"] = 1.1, ["race:kerb"] = 1.8 }
local road_speed, boost_speed, boost_seconds = 2, 3.2, 1.5

-- The race of each player in the game.
local races = {}
local joined = 0

core.set_mapgen_setting("mg_name", "singlenode", true)
core.after(0, build, plan)

-- Noon all day.
local function stop_the_sun()
	core.set_timeofday(0.45)
	core.after(60, stop_the_sun)
end
core.after(0, stop_the_sun)

-- A platform shows usernames; alone, the game shows the engine's names.
local function name_of(player)
	local name = player:get_player_name()
	local platform = rawget(_G, "baseplate")
	return platform and platform.username_of(name) or name
end

local function now() return core.get_us_time() / 1e6 end

-- The clock starts when the racer runs through the first gate, so there is no hurry before it.
local function line_up(player)
	local race = races[player:get_player_name()]
	race.lap, race.next_gate, race.began, race.lap_began, race.boosted = 0, 1, nil, nil, 0
	local pos, yaw = plan.start(joined)
	joined = joined + 1
	race.back_at, race.back_yaw = pos, yaw
	player:set_pos(pos)
	player:set_look_horizontal(yaw)
	player:set_look_vertical(0.05)
end

local function add_text(player, position, alignment, size, colour)
	return player:hud_add({
		hud_elem_type = "text",
		position = position,
		alignment = alignment,
		offset = { x = alignment.x * 20, y = 0 },
		size = { x = size },
		number = colour,
		text = "",
	})
end

local function end_lap(player, race)
	local key, seconds = player:get_player_name(), now() - race.lap_began
	local is_best = times.put(key, name_of(player), seconds)
	core.chat_send_player(key, string.format("Lap %d: %s%s", race.lap, times.format(seconds),
		is_best and ", your best" or ""))
	core.log("action", "[race] " .. key .. " finished lap " .. race.lap)
end

local function end_race(player, race)
	core.chat_send_all(string.format("%s finished the race in %s.", name_of(player), times.format(now() - race.began)))
	core.log("action", "[race] " .. player:get_player_name() .. " finished the race")
	line_up(player)
end

local function pass_gate(player, race)
	local at_start = race.next_gate == 1
	if at_start and race.lap > 0 then end_lap(player, race) end
	if at_start and race.lap == laps then return end_race(player, race) end
	if at_start then
		race.lap = race.lap + 1
		race.lap_began = now()
		race.began = race.began or race.lap_began
	end
	race.back_at, race.back_yaw = plan.gates[race.next_gate].middle, player:get_look_horizontal()
	race.next_gate = race.next_gate % #plan.gates + 1
	core.log("action", "[race] " .. player:get_player_name() .. " passed a gate, next is " .. race.next_gate)
end

local function text_of(race)
	if not race.began then return "Run through the chequered gate" end
	local gate = race.next_gate == 1 and "finish line" or "gate " .. race.next_gate - 1 .. " of " .. #plan.gates - 1
	return string.format("Lap %d of %d     next: %s     %s", race.lap, laps, gate, times.format(now() - race.began))
end

local function update(player, race)
	local pos = player:get_pos()
	if pos.y < -4 then
		player:set_pos(race.back_at)
		player:set_look_horizontal(race.back_yaw)
	end
	local ground = core.get_node(vector.round(vector.offset(pos, 0, -0.5, 0))).name
	if ground == "race:boost" then race.boosted = now() + boost_seconds end
	-- In the air, a racer keeps the speed of the ground touched last.
	if ground ~= "air" then race.speed = speeds[ground] or road_speed end
	local speed = now() < race.boosted and boost_speed or race.speed
	if speed ~= race.set_speed then
		race.set_speed = speed
		player:set_physics_override({ speed = speed })
	end
	if plan.is_through(plan.gates[race.next_gate], pos) then pass_gate(player, race) end
	player:hud_change(race.state, "text", text_of(race))
	player:hud_change(race.list, "text", times.list())
end

core.register_on_joinplayer(function(player)
	player:set_armor_groups({ immortal = 1 })
	player:hud_set_flags({ healthbar = false, breathbar = false, hotbar = false, crosshair = false })
	races[player:get_player_name()] = {
		speed = road_speed,
		state = add_text(player, { x = 0.5, y = 0.94 }, { x = 0, y = 0 }, 2, 0xFFFFFF),
		list = add_text(player, { x = 1, y = 0.04 }, { x = -1, y = 1 }, 1, 0xFFE98A),
	}
	line_up(player)
	core.chat_send_player(player:get_player_name(),
		laps .. " laps, through every gate. Yellow strips make you faster, grass makes you slower.")
end)

core.register_on_leaveplayer(function(player) races[player:get_player_name()] = nil end)

core.register_on_respawnplayer(function(player)
	line_up(player)
	return true
end)

local waited = 0
core.register_globalstep(function(passed)
	waited = waited + passed
	if waited < 0.05 then return end
	waited = 0
	for _, player in ipairs(core.get_connected_players()) do
		local race = races[player:get_player_name()]
		if race then update(player, race) end
	end
end)
