-- The plan of the tower: the block at each position. Each step is one block higher than the last, so every player can reach it.

local steps, steps_each_turn, radius = 44, 14, 7
local steps_between_rests = 11
local pillar, garden = 4, 16

return function(colours)
	local plan = {
		start = vector.new(0, 1, -12),
		min = vector.new(-garden - 1, -3, -garden - 1),
		max = vector.new(garden + 1, steps + 10, garden + 1),
		blocks = {},
		coins = 0,
	}
	local function put(x, y, z, name)
		plan.blocks[core.hash_node_position(vector.new(x, y, z))] = name
	end
	local function put_coin(x, y, z)
		put(x, y, z, "tower:coin")
		plan.coins = plan.coins + 1
	end
	local function put_square(x, y, z, size, name)
		for dx = 0, size - 1 do
			for dz = 0, size - 1 do put(x + dx, y, z + dz, name) end
		end
	end

	for x = -garden, garden do
		for z = -garden, garden do
			local from_centre = math.hypot(x, z)
			if from_centre <= garden then
				put(x, 0, z, "tower:grass")
				put(x, -1, z, "tower:grass")
			end
			if from_centre <= pillar then
				-- A ring of lamps on each floor of the pillar shows the way at night.
				for y = 1, steps do
					put(x, y, z, y % steps_between_rests == 6 and "tower:lamp" or "tower:stone")
				end
			end
		end
	end

	for number = 1, steps do
		local angle = (number - 1) * 2 * math.pi / steps_each_turn - math.pi / 2
		local x = math.floor(radius * math.cos(angle) + 0.5)
		local z = math.floor(radius * math.sin(angle) + 0.5)
		local is_rest = number % steps_between_rests == 0
		local colour = math.ceil(number * colours / steps)
		put_square(x - 1, number, z - 1, is_rest and 3 or 2, is_rest and "tower:rest" or "tower:step_" .. colour)
		if number % 2 == 0 then put_coin(x, number + 1, z) end
	end

	-- The path from the last rest leads onto the pillar, to the flag.
	put_square(-2, steps + 1, -2, 5, "tower:top")
	put(0, steps + 2, 0, "tower:flag")
	for _, corner in ipairs({ { -2, -2 }, { 2, -2 }, { -2, 2 }, { 2, 2 } }) do
		put(corner[1], steps + 2, corner[2], "tower:lamp")
	end
	put_coin(0, 1, -10)
	return plan
end
