-- The blocks of the track. Nothing can be dug or placed: the game only needs feet.

local function register(name, tiles, extra)
	local definition = {
		description = name,
		tiles = tiles,
		paramtype = "light",
		groups = {},
	}
	for key, value in pairs(extra or {}) do definition[key] = value end
	core.register_node("race:" .. name, definition)
end

register("grass", { "race_grass.png", "race_soil.png" })
register("asphalt", { "race_asphalt.png" })
register("kerb", { "race_kerb.png" })
register("line", { "race_chequers.png" })
register("boost", { "race_boost.png" }, { light_source = 5 })
register("fence", { "race_tile.png^[multiply:#4a80d8" })
register("post", { "race_tile.png^[multiply:#f2efe8" })
register("banner", { "race_tile.png^[multiply:#ffc83d" }, { light_source = 8 })
register("start_banner", { "race_chequers.png" }, { light_source = 8 })

register("trunk", { "race_tile.png^[multiply:#8a6238" })
register("leaves", { "race_leaves.png" }, { drawtype = "allfaces_optional" })

core.register_item(":", {
	type = "none",
	wield_image = "race_hand.png",
	wield_scale = { x = 1, y = 1, z = 2 },
	tool_capabilities = {},
})
