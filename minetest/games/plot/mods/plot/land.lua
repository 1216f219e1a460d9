-- The layout of plots and paths. A cell has a path along two of its sides, and the plot in the rest. Cells are numbered from the
-- square in the middle outwards, so the first players are neighbours.

local Land = { size = 16, path = 3, depth = 3, height = 40 }

local cell = Land.size + Land.path

-- Returns column and row of a number from 0, along a spiral around the middle.
local function cell_of(number)
	local column, row, ahead_column, ahead_row = 0, 0, 0, -1
	for _ = 1, number do
		if column == row or (column < 0 and column == -row) or (column > 0 and column == 1 - row) then
			ahead_column, ahead_row = -ahead_row, ahead_column
		end
		column, row = column + ahead_column, row + ahead_row
	end
	return column, row
end

-- Returns the corners of a plot.
function Land.bounds(number)
	local column, row = cell_of(number)
	local x, z = column * cell + Land.path, row * cell + Land.path
	return vector.new(x, 1 - Land.depth, z), vector.new(x + Land.size - 1, Land.height, z + Land.size - 1)
end

-- Returns the position on the path in front of a plot, from which its owner sees it.
function Land.entrance(number)
	local from = Land.bounds(number)
	return vector.new(from.x + Land.size / 2, 0.6, from.z - 2)
end

function Land.contains(number, pos)
	local from, to = Land.bounds(number)
	return pos.x >= from.x and pos.x <= to.x and pos.y >= from.y and pos.y <= to.y and pos.z >= from.z and pos.z <= to.z
end

-- Numbers of the cells, by column and row, as far as the spiral was followed.
local numbers, numbered = {}, -1

-- Returns the number of the plot at a position, among the first ones up to `last`, or nil on a path.
function Land.number_at(pos, last)
	while numbered < last do
		numbered = numbered + 1
		local column, row = cell_of(numbered)
		numbers[column .. "," .. row] = numbered
	end
	local number = numbers[math.floor(pos.x / cell) .. "," .. math.floor(pos.z / cell)]
	return number and Land.contains(number, pos) and number or nil
end

local function is_path(x, z)
	local in_square = x >= 0 and x < cell and z >= 0 and z < cell
	return in_square or x % cell < Land.path or z % cell < Land.path
end

-- Returns the name of the block at a position of the empty land, from the lowest soil to the lamps.
function Land.block_at(x, y, z)
	if y < 0 then return "plot:soil" end
	if y == 0 then return is_path(x, z) and "plot:path" or "plot:grass" end
	if x % cell ~= 1 or z % cell ~= 1 then return "air" end
	return y == 3 and "plot:lamp" or "plot:fence"
end

-- Only these layers have blocks. Reading them alone is much faster than reading everything that the engine generates at a time.
local lowest, highest = -Land.depth, 3

core.register_on_generated(function(min, max)
	if max.y < lowest or min.y > highest then return end
	local from = vector.new(min.x, math.max(min.y, lowest), min.z)
	local to = vector.new(max.x, math.min(max.y, highest), max.z)
	local vm = VoxelManip(from, to)
	local outer_from, outer_to = vm:get_emerged_area()
	local area = VoxelArea:new({ MinEdge = outer_from, MaxEdge = outer_to })
	local data, ids = vm:get_data(), {}
	for z = from.z, to.z do
		for y = from.y, to.y do
			local index = area:index(from.x, y, z)
			for x = from.x, to.x do
				local name = Land.block_at(x, y, z)
				ids[name] = ids[name] or core.get_content_id(name)
				data[index] = ids[name]
				index = index + 1
			end
		end
	end
	vm:set_data(data)
	vm:write_to_map(true)
end)

return Land
