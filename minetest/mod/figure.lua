-- The figure of players: the model, and its movements.

local model = "baseplate_figure.b3d"
local first_skin = "baseplate_skin.png"

--- Frames of the model, at 30 a second. `minetest/figure/poses.ts` draws them.
local speed = 30
local clips = {
	stand = { x = 0, y = 79 },
	sit = { x = 81, y = 160 },
	lay = { x = 162, y = 166 },
	walk = { x = 168, y = 187 },
	mine = { x = 189, y = 198 },
	walk_mine = { x = 200, y = 219 },
}

--- Seconds between checks of what players do.
local interval = 0.1

--- Bits of a player's keys: four directions, sneaking, and the two buttons of the mouse.
local directions, sneaking, buttons = 16, 64, 128

local floor = math.floor

local function clip_of(player, bits)
	if player:get_hp() == 0 then return "lay" end
	if player:get_attach() then return "sit" end
	local walks, mines = bits % directions > 0, floor(bits / buttons) % 4 > 0
	return walks and (mines and "walk_mine" or "walk") or (mines and "mine" or "stand")
end

local figure = {}

--- Players whose movements this mod shows, with their current movement, by name.
local moving = {}

core.register_on_leaveplayer(function(player) moving[player:get_player_name()] = nil end)

--- Whether a player still has the figure, which a game may replace at any time.
function figure.is_on(player) return player:get_properties().mesh == model end

local function show(name, state)
	local player = state.player
	local bits = player:get_player_control_bits()
	local clip = clip_of(player, bits)
	local pace = floor(bits / sneaking) % 2 == 1 and speed / 2 or speed
	if clip == state.clip and pace == state.pace then return end
	if not figure.is_on(player) then
		moving[name] = nil
		return
	end
	state.clip, state.pace = clip, pace
	player:set_animation(clips[clip], pace, 0, clip ~= "lay")
end

local since = 0
core.register_globalstep(function(dtime)
	since = since + dtime
	if since < interval then return end
	since = 0
	for name, state in pairs(moving) do show(name, state) end
end)

--- Returns `player_api`, the mod of many games that moves the models of players.
local function mover() return rawget(_G, "player_api") end

core.register_on_mods_loaded(function()
	local api = mover()
	if not api or not api.register_model then return end
	api.register_model(model, { animation_speed = speed, textures = { first_skin }, animations = clips })
end)

--- Whether players look as the engine makes them, or as `player_api` does without a game's model.
local function is_default(properties)
	if properties.visual == "upright_sprite" then return properties.textures[1] == "player.png" end
	return properties.visual == "mesh" and properties.mesh == "character.b3d" and mover() ~= nil
end

--- Gives a player the figure unless the game has a model of its own. Returns whether the player has it.
function figure.put_on(player)
	if baseplate.figure == false or not is_default(player:get_properties()) then return false end
	local api = mover()
	if api and api.set_model then
		api.set_model(player, model)
		return true
	end
	player:set_properties({
		visual = "mesh",
		mesh = model,
		textures = { first_skin },
		visual_size = { x = 1, y = 1, z = 1 },
	})
	player:set_local_animation(clips.stand, clips.walk, clips.mine, clips.walk_mine, speed)
	moving[player:get_player_name()] = { player = player }
	return true
end

--- Shows another texture on the figure.
function figure.paint(player, texture)
	local api = mover()
	if api and api.set_textures then api.set_textures(player, { texture })
	else player:set_properties({ textures = { texture } }) end
end

return figure
