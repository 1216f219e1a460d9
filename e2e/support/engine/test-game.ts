import { zipOf } from '@baseplate/minetest/testing/archives'

/** A game in one mod: a bright platform, on which players are cubes of one colour that face each other. */
const script = `
core.set_mapgen_setting("mg_name", "singlenode", true)
core.register_node("test:floor", { tiles = { "blank.png^[noalpha^[colorize:#ffffff:255" }, light_source = 14 })
core.register_node("test:mark", { tiles = { "blank.png^[noalpha^[colorize:#00ff00:255" }, light_source = 14 })
local mark = { x = 0, y = 0, z = 0 }
baseplate.figure = false

local function build()
	for x = -4, 4 do for z = -4, 4 do
		local at = { x = x, y = -1, z = z }
		if core.get_node(at).name == "air" then core.set_node(at, { name = "test:floor" }) end
	end end
	core.log("action", "test mark: " .. core.get_node(mark).name)
end
core.after(0, function()
	core.emerge_area({ x = -5, y = -2, z = -5 }, { x = 5, y = 2, z = 5 }, function(_, _, left)
		if left == 0 then build() end
	end)
end)

-- The first and the second player stand at the ends, and look at each other.
local colours, count = { "#ff00ff", "#00ffff" }, 0
core.register_on_joinplayer(function(player)
	local name = player:get_player_name()
	local side = count % 2
	count = count + 1
	local picture = "blank.png^[noalpha^[colorize:" .. colours[side + 1] .. ":255"
	player:set_properties({
		visual = "upright_sprite", visual_size = { x = 1, y = 2 }, glow = 14,
		textures = { picture, picture },
	})
	player:hud_set_flags({ hotbar = false, healthbar = false, crosshair = false, wielditem = false })
	player:set_sky({ type = "plain", base_color = "#000000", clouds = false })
	player:set_pos({ x = 0, y = -0.5, z = side == 0 and -2 or 2 })
	player:set_look_horizontal(side == 0 and 0 or math.pi)
	core.log("action", "test joined: " .. baseplate.username_of(name) .. " as " .. name)
end)
core.register_chatcommand("mark", { func = function()
	core.set_node(mark, { name = "test:mark" })
	core.log("action", "test marked")
	return true
end })
`

/** Returns the file of a place with the game. */
export const testGame = (): Uint8Array<ArrayBuffer> =>
  zipOf({
    'game.conf': 'title = Test\nallowed_mapgens = singlenode\n',
    'mods/test/mod.conf': 'name = test\ndepends = baseplate\n',
    'mods/test/init.lua': script,
  })
