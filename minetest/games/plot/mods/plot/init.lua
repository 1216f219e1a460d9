-- Building Plots: each player builds on a plot of their own.

local folder = core.get_modpath(core.get_current_modname())
local blocks = dofile(folder .. "/blocks.lua")
local land = dofile(folder .. "/land.lua")
local owners = dofile(folder .. "/owners.lua")

core.set_mapgen_setting("mg_name", "singlenode", true)

-- Each session starts in the morning.
core.after(0, core.set_timeofday, 0.33)

-- A platform shows usernames; alone, the game shows the engine's names.
local function name_of(player)
	local name = player:get_player_name()
	local platform = rawget(_G, "baseplate")
	return platform and platform.username_of(name) or name
end

-- The engine calls this before a player digs or places a block.
local is_protected = core.is_protected
function core.is_protected(pos, name)
	local number = owners.plot_of(name)
	if not number or not land.contains(number, pos) then return true end
	return is_protected(pos, name)
end

core.register_on_protection_violation(function(_, name)
	core.chat_send_player(name, "You can build on your own plot. Type /home to go there.")
end)

-- Blocks are free: placing takes none away, and digging gives none.
core.register_on_placenode(function(pos, node, player)
	core.log("action", "[plot] " .. player:get_player_name() .. " placed " .. node.name .. " at " .. core.pos_to_string(pos))
	return true
end)
function core.handle_node_drops() end

local function fill_inventory(player)
	local inventory = player:get_inventory()
	inventory:set_size("main", 32)
	inventory:set_list("main", {})
	for _, name in ipairs(blocks) do inventory:add_item("main", name) end
	player:hud_set_hotbar_itemcount(8)
	player:set_inventory_formspec("formspec_version[4]size[10.6,6.4]label[0.4,0.5;Blocks]list[current_player;main;0.4,1;8,4;]")
end

local function go_to(player, number)
	player:set_pos(land.entrance(number))
	player:set_look_horizontal(0)
	player:set_look_vertical(0.1)
end

-- The text about the plot that a player stands on.
local texts = {}

core.register_on_joinplayer(function(player)
	local key = player:get_player_name()
	local is_new = owners.plot_of(key) == nil
	local number = owners.claim(key)
	owners.remember_name(key, name_of(player))
	player:set_armor_groups({ immortal = 1 })
	player:hud_set_flags({ healthbar = false, breathbar = false })
	player:set_physics_override({ speed = 1.4, jump = 1.2 })
	fill_inventory(player)
	texts[key] = player:hud_add({
		hud_elem_type = "text",
		position = { x = 1, y = 0.04 },
		alignment = { x = -1, y = 1 },
		offset = { x = -20, y = 0 },
		size = { x = 2 },
		number = 0xFFFFFF,
		text = "",
	})
	go_to(player, number)
	core.log("action", "[plot] " .. key .. " has plot " .. number)
	core.chat_send_player(key, is_new and "The plot in front of you is yours. Open the inventory to see all blocks."
		or "Welcome back to your plot.")
end)

core.register_on_respawnplayer(function(player)
	go_to(player, owners.claim(player:get_player_name()))
	return true
end)

core.register_on_leaveplayer(function(player) texts[player:get_player_name()] = nil end)

core.register_chatcommand("home", {
	description = "Go to your plot",
	func = function(name)
		local player = core.get_player_by_name(name)
		if not player then return false, "You are not in the game." end
		go_to(player, owners.claim(name))
		return true
	end,
})

core.register_chatcommand("visit", {
	params = "<player>",
	description = "Go to the plot of a player",
	func = function(name, params)
		local player, number = core.get_player_by_name(name), owners.find(params:trim())
		if not player then return false, "You are not in the game." end
		if not number then return false, "There is no plot of a player with this name." end
		go_to(player, number)
		return true
	end,
})

local function text_at(pos, key)
	local own = owners.plot_of(key)
	if own and land.contains(own, pos) then return "Your plot" end
	local number = land.number_at(pos, owners.count())
	local owner = number and owners.name_of_plot(number)
	return owner and "Plot of " .. owner or ""
end

local waited = 0
core.register_globalstep(function(passed)
	waited = waited + passed
	if waited < 0.3 then return end
	waited = 0
	for _, player in ipairs(core.get_connected_players()) do
		local key, pos = player:get_player_name(), player:get_pos()
		if pos.y < -20 then go_to(player, owners.claim(key)) end
		local text = text_at(vector.round(pos), key)
		if texts[key] then player:hud_change(texts[key], "text", text) end
	end
end)
