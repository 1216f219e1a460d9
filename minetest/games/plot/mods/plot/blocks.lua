-- The blocks to build with. `blocks` has their names in the order of the inventory.

local blocks = {}

local function register(name, description, tiles, extra)
	local definition = {
		description = description,
		tiles = tiles,
		groups = { block = 1 },
	}
	for key, value in pairs(extra or {}) do definition[key] = value end
	core.register_node("plot:" .. name, definition)
	blocks[#blocks + 1] = "plot:" .. name
end

local clear = { drawtype = "glasslike_framed_optional", paramtype = "light", sunlight_propagates = true }

register("planks", "Planks", { "plot_planks.png" })
register("brick", "Bricks", { "plot_brick.png" })
register("stone", "Stone", { "plot_stone.png" })
register("glass", "Glass", { "plot_glass.png" }, clear)
register("lamp", "Lamp", { "plot_lamp.png" }, { paramtype = "light", light_source = 14 })
register("leaves", "Leaves", { "plot_leaves.png" }, {
	drawtype = "allfaces_optional",
	paramtype = "light",
	sunlight_propagates = true,
})
register("fence", "Fence", { "plot_planks.png" }, {
	drawtype = "nodebox",
	paramtype = "light",
	sunlight_propagates = true,
	connects_to = { "group:block" },
	node_box = {
		type = "connected",
		fixed = { -1 / 8, -1 / 2, -1 / 8, 1 / 8, 1 / 2, 1 / 8 },
		connect_front = { -1 / 16, -1 / 4, -1 / 2, 1 / 16, 1 / 4, -1 / 8 },
		connect_back = { -1 / 16, -1 / 4, 1 / 8, 1 / 16, 1 / 4, 1 / 2 },
		connect_left = { -1 / 2, -1 / 4, -1 / 16, -1 / 8, 1 / 4, 1 / 16 },
		connect_right = { 1 / 8, -1 / 4, -1 / 16, 1 / 2, 1 / 4, 1 / 16 },
	},
})
register("ladder", "Ladder", { "plot_planks.png" }, {
	drawtype = "nodebox",
	paramtype = "light",
	paramtype2 = "wallmounted",
	sunlight_propagates = true,
	walkable = false,
	climbable = true,
	node_box = {
		type = "wallmounted",
		wall_side = { -1 / 2, -1 / 2, -3 / 8, -3 / 8, 1 / 2, 3 / 8 },
		wall_top = { -3 / 8, 3 / 8, -1 / 2, 3 / 8, 1 / 2, 1 / 2 },
		wall_bottom = { -3 / 8, -1 / 2, -1 / 2, 3 / 8, -3 / 8, 1 / 2 },
	},
})

local slab = { type = "fixed", fixed = { -1 / 2, -1 / 2, -1 / 2, 1 / 2, 0, 1 / 2 } }
for _, kind in ipairs({ "planks", "brick", "stone" }) do
	register(kind .. "_slab", kind:gsub("^%l", string.upper) .. " slab", { "plot_" .. kind .. ".png" },
		{ drawtype = "nodebox", paramtype = "light", node_box = slab })
end

register("grass", "Grass", { "plot_grass.png", "plot_soil.png", "plot_grass_side.png" })
register("soil", "Soil", { "plot_soil.png" })
register("path", "Sand", { "plot_path.png" })

local colours = {
	{ "white", "#f6f3ee" }, { "grey", "#8d9198" }, { "black", "#33363d" }, { "red", "#d8483c" },
	{ "orange", "#e88a3c" }, { "yellow", "#ecc94b" }, { "green", "#5aa845" }, { "teal", "#3fa9a0" },
	{ "blue", "#4a80d8" }, { "purple", "#8a5cc8" }, { "pink", "#e58ab4" }, { "brown", "#8a6238" },
}
for _, colour in ipairs(colours) do
	local name, value = colour[1], colour[2]
	register(name, name:gsub("^%l", string.upper) .. " block", { "plot_tile.png^[multiply:" .. value })
end

-- The hand digs every block at once, up to eight blocks away.
core.register_item(":", {
	type = "none",
	wield_image = "plot_hand.png",
	wield_scale = { x = 1, y = 1, z = 2 },
	range = 8,
	tool_capabilities = { groupcaps = { block = { times = { [1] = 0.25 }, uses = 0 } } },
})

return blocks
