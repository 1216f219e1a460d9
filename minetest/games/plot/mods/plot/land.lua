-- Where plots and paths are. A cell has a path along two of its sides, and the plot in the rest. Cells are numbered from the
-- square in the middle outwards, so that the first players are neighbours.

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

-- Returns the place on the path in front of a plot, from where its owner sees it.
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

-- Returns the name of the block at a position of the empty land.
function Land.block_at(x, y, z)
	if y < -Land.depth or y > 3 then return "air" end
	if y < 0 then return "plot:soil" end
	if y == 0 then return is_path(x, z) and "plot:path" or "plot:grass" end
	if x % cell ~= 1 or z % cell ~= 1 then return "air" end
	return y == 3 and "plot:lamp" or "plot:fence"
end

core.register_on_generated(function(min, max)
	if max.y < -Land.depth or min.y > 3 then return end
	local vm, from, to = core.get_mapgen_object("voxelmanip")
	local area = VoxelArea:new({ MinEdge = from, MaxEdge = to })
	local data = vm:get_data()
	for y = math.max(min.y, -Land.depth), math.min(max.y, 3) do
		for z = min.z, max.z do
			for x = min.x, max.x do
				data[area:index(x, y, z)] = core.get_content_id(Land.block_at(x, y, z))
			end
		end
	end
	vm:set_data(data)
	vm:calc_lighting(nil, nil, false)
	vm:write_to_map()
end)

return Land
