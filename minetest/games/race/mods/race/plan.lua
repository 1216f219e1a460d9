-- The plan of the track: a closed line, the ground along it, and gates across it.

local points, gates = 720, 6
local half_width, banner_height = 4, 5

-- Returns the point of the line at a part of the lap from 0 to 1.
local function line_at(part)
	local angle = part * 2 * math.pi
	return 36 * math.cos(angle) + 5 * math.cos(3 * angle), 24 * math.sin(angle) + 7 * math.sin(2 * angle)
end

local function direction_at(part)
	local x, z = line_at(part - 1e-3)
	local next_x, next_z = line_at(part + 1e-3)
	local length = math.hypot(next_x - x, next_z - z)
	return (next_x - x) / length, (next_z - z) / length
end

local plan = { blocks = {}, gates = {}, min = vector.new(-52, -3, -42), max = vector.new(52, 8, 42) }

local function put(x, y, z, name)
	plan.blocks[core.hash_node_position(vector.new(x, y, z))] = name
end

local function is_edge(x, z)
	return x == plan.min.x + 1 or x == plan.max.x - 1 or z == plan.min.z + 1 or z == plan.max.z - 1
end

for x = plan.min.x + 1, plan.max.x - 1 do
	for z = plan.min.z + 1, plan.max.z - 1 do
		put(x, 0, z, "race:grass")
		put(x, -1, z, "race:grass")
		if is_edge(x, z) then
			for y = 1, 3 do put(x, y, z, "race:fence") end
		end
	end
end

-- The kerb is drawn first, so that the road of a later point covers the kerb of an earlier one.
for _, layer in ipairs({ { half_width + 0.9, "race:kerb" }, { half_width, "race:asphalt" } }) do
	local reach, name = layer[1], layer[2]
	for point = 0, points - 1 do
		local centre_x, centre_z = line_at(point / points)
		for x = math.floor(centre_x - reach), math.ceil(centre_x + reach) do
			for z = math.floor(centre_z - reach), math.ceil(centre_z + reach) do
				if math.hypot(x - centre_x, z - centre_z) <= reach then put(x, 0, z, name) end
			end
		end
	end
end

-- Covers the road from one side to the other with a strip.
local function put_across(part, length, name)
	local x, z = line_at(part)
	local ahead_x, ahead_z = direction_at(part)
	for across = -half_width + 0.5, half_width - 0.5, 0.5 do
		for along = 0, length, 0.5 do
			put(math.floor(x - ahead_z * across + ahead_x * along + 0.5), 0,
				math.floor(z + ahead_x * across + ahead_z * along + 0.5), name)
		end
	end
end

local function put_tree(x, z)
	for y = 1, 4 do put(x, y, z, "race:trunk") end
	for dx = -2, 2 do
		for dz = -2, 2 do
			for dy = 0, 2 do
				if math.abs(dx) + math.abs(dz) + dy <= 3 then put(x + dx, 4 + dy, z + dz, "race:leaves") end
			end
		end
	end
end

local function is_meadow(x, z)
	return plan.blocks[core.hash_node_position(vector.new(x, 0, z))] == "race:grass"
end

-- Trees stand where there is grass around them, at the same places in every world.
local trees = PcgRandom(37)
for _ = 1, 160 do
	local x, z = trees:next(plan.min.x + 4, plan.max.x - 4), trees:next(plan.min.z + 4, plan.max.z - 4)
	local has_room = true
	for dx = -3, 3 do
		for dz = -3, 3 do has_room = has_room and is_meadow(x + dx, z + dz) end
	end
	if has_room then put_tree(x, z) end
end

local function put_gate(part, name)
	local x, z = line_at(part)
	local ahead_x, ahead_z = direction_at(part)
	for across = -half_width - 1, half_width + 1, 0.5 do
		local at_x, at_z = math.floor(x - ahead_z * across + 0.5), math.floor(z + ahead_x * across + 0.5)
		if math.abs(across) > half_width + 0.4 then
			for y = 1, banner_height do put(at_x, y, at_z, "race:post") end
		end
		put(at_x, banner_height + 1, at_z, name)
	end
end

for gate = 0, gates - 1 do
	local part = gate / gates
	local x, z = line_at(part)
	local ahead_x, ahead_z = direction_at(part)
	plan.gates[gate + 1] = { middle = vector.new(x, 1, z), ahead = vector.new(ahead_x, 0, ahead_z) }
	put_gate(part, gate == 0 and "race:start_banner" or "race:banner")
	if gate > 0 then put_across(part + 0.06, 3, "race:boost") end
end
put_across(0, 1, "race:line")

-- Returns whether a racer at a position has passed a gate: just behind its line, and between its posts.
function plan.is_through(gate, pos)
	local way = vector.new(pos.x - gate.middle.x, 0, pos.z - gate.middle.z)
	return vector.length(way) < half_width + 1.5 and vector.dot(way, gate.ahead) >= 0
end

-- Returns a position on the start grid, so players who enter together do not overlap.
function plan.start(number)
	local part = 1 - 0.01 * (2 + math.floor(number / 3) % 4)
	local x, z = line_at(part)
	local ahead_x, ahead_z = direction_at(part)
	local across = (number % 3 - 1) * 2
	return vector.new(x - ahead_z * across, 0.6, z + ahead_x * across), core.dir_to_yaw(vector.new(ahead_x, 0, ahead_z))
end

return plan
