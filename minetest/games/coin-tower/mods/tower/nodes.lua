-- The blocks of the tower. Nothing can be dug or placed: the game only needs feet.

local function register(name, tiles, extra)
	local definition = {
		description = name,
		tiles = tiles,
		paramtype = "light",
		groups = {},
	}
	for key, value in pairs(extra or {}) do definition[key] = value end
	core.register_node("tower:" .. name, definition)
end

local soil = "tower_soil.png"
register("grass", { "tower_grass.png", soil, "tower_grass_side.png" })
register("stone", { "tower_tile.png^[multiply:#8f93a8" })
register("lamp", { "tower_tile.png^[multiply:#ffe9a8" }, { light_source = 14 })
-- After a fall, a player returns to the last rest that they reached.
register("rest", { "tower_tile.png^[multiply:#ffc83d" }, { light_source = 6 })
register("top", { "tower_tile.png^[multiply:#7be07b" }, { light_source = 10 })

-- The steps change their colour on the way up.
local colours = { "#e2574c", "#e88a3c", "#dcc04a", "#6cb84a", "#3fa9a0", "#4a80d8", "#8a5cc8", "#d05a9c" }
for number, colour in ipairs(colours) do
	register("step_" .. number, { "tower_tile.png^[multiply:" .. colour })
end

register("coin", {
	{ name = "tower_coin.png", animation = { type = "vertical_frames", aspect_w = 16, aspect_h = 16, length = 0.8 } },
}, {
	drawtype = "plantlike",
	walkable = false,
	pointable = false,
	sunlight_propagates = true,
	light_source = 8,
})
register("flag", { "tower_flag.png" }, {
	drawtype = "plantlike",
	visual_scale = 2,
	walkable = false,
	pointable = false,
	sunlight_propagates = true,
	light_source = 14,
})

core.register_item(":", {
	type = "none",
	wield_image = "tower_hand.png",
	wield_scale = { x = 1, y = 1, z = 2 },
	tool_capabilities = {},
})

return { colours = #colours }
