-- My first game: a meadow with gems. Change anything here, and run it again.
-- Every function that begins with `core.` is explained at https://api.luanti.org (it is called `minetest.` in older texts).

-- 1. What you can change at once. ---------------------------------------------------------------------------------------

local meadow_size = 12 -- blocks from the middle to the edge
local gem_count = 10
local jump_height = 1.5 -- 1 is usual

-- 2. The blocks. --------------------------------------------------------------------------------------------------------
-- The name is `<mod>:<block>`. The pictures are in the folder `textures`, 16 x 16 pixels each.

core.register_node("first_game:grass", {
	description = "Grass",
	tiles = { "first_game_grass.png", "first_game_soil.png" }, -- top, then all other sides
})

core.register_node("first_game:gem", {
	description = "Gem",
	drawtype = "plantlike", -- two crossed pictures instead of a cube
	tiles = { "first_game_gem.png" },
	paramtype = "light",
	light_source = 10,
	sunlight_propagates = true,
	walkable = false, -- players walk through it
	pointable = false,
})

-- The hand of the players. It cannot dig, because it has no abilities.
core.register_item(":", { type = "none", wield_image = "first_game_hand.png", tool_capabilities = {} })

-- 3. The world. ---------------------------------------------------------------------------------------------------------

core.set_mapgen_setting("mg_name", "singlenode", true) -- starts empty

local function build_meadow()
	for x = -meadow_size, meadow_size do
		for z = -meadow_size, meadow_size do
			core.set_node(vector.new(x, 0, z), { name = "first_game:grass" })
		end
	end
end

local function place_gem()
	local x, z = math.random(-meadow_size, meadow_size), math.random(-meadow_size, meadow_size)
	core.set_node(vector.new(x, 1, z), { name = "first_game:gem" })
end

-- Blocks can be set where the world is loaded. `emerge_area` loads it.
core.after(0, function()
	local corner = vector.new(meadow_size, 2, meadow_size)
	core.emerge_area(-corner, corner, function(_, _, remaining)
		if remaining > 0 then return end
		build_meadow()
		for _ = 1, gem_count do place_gem() end
		core.log("action", "The meadow is ready.") -- a line in the log of the server
	end)
end)

-- 4. The players. -------------------------------------------------------------------------------------------------------

local gems = {} -- how many each player has, by the player's name

-- The engine calls players u1, u2 and so on. On the platform, this returns the username.
local function name_of(player)
	local name = player:get_player_name()
	local platform = rawget(_G, "baseplate")
	return platform and platform.username_of(name) or name
end

local function start(player)
	player:set_pos(vector.new(0, 1, 0))
	return true
end

core.register_on_joinplayer(function(player)
	gems[player:get_player_name()] = 0
	player:set_armor_groups({ immortal = 1 }) -- players take no damage
	player:set_physics_override({ jump = jump_height })
	core.chat_send_all(name_of(player) .. " is here. Collect the gems!")
	start(player)
end)

core.register_on_respawnplayer(start)

core.register_on_leaveplayer(function(player) gems[player:get_player_name()] = nil end)

-- 5. The rules. ---------------------------------------------------------------------------------------------------------

local function collect(player, pos)
	local name = player:get_player_name()
	gems[name] = gems[name] + 1
	core.remove_node(pos)
	place_gem()
	core.chat_send_all(name_of(player) .. " has " .. gems[name] .. " gems.")
	core.log("action", name .. " has " .. gems[name] .. " gems")
end

-- The engine calls this function in each of its steps, about ten times a second.
core.register_globalstep(function()
	for _, player in ipairs(core.get_connected_players()) do
		local pos = player:get_pos()
		local at = vector.round(vector.offset(pos, 0, 0.3, 0))
		if core.get_node(at).name == "first_game:gem" then collect(player, at) end
		if pos.y < -10 then start(player) end -- fell off the meadow
	end
end)
