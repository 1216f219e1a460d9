-- Builds the plan at each start, so a new version of the game also changes an existing world.

local function write(plan)
	local vm = VoxelManip(plan.min, plan.max)
	local from, to = vm:get_emerged_area()
	local area = VoxelArea:new({ MinEdge = from, MaxEdge = to })
	local data = vm:get_data()
	for index in area:iterp(plan.min, plan.max) do data[index] = core.CONTENT_AIR end
	local ids = {}
	for hash, name in pairs(plan.blocks) do
		ids[name] = ids[name] or core.get_content_id(name)
		data[area:indexp(core.get_position_from_hash(hash))] = ids[name]
	end
	vm:set_data(data)
	vm:write_to_map(true)
end

return function(plan)
	core.emerge_area(plan.min, plan.max, function(_, _, remaining)
		if remaining > 0 then return end
		write(plan)
		core.log("action", "[tower] built with " .. plan.coins .. " coins")
	end)
end
