-- The best times of this session, one for each player. `put` records a time, and `list` shows the fastest first.

local shown = 5
local times = {}

local Times = {}

-- Returns whether the time is the player's best one.
function Times.put(key, name, seconds)
	for position, time in ipairs(times) do
		if time.key == key then
			if time.seconds <= seconds then return false end
			table.remove(times, position)
			break
		end
	end
	local position = 1
	while times[position] and times[position].seconds <= seconds do position = position + 1 end
	table.insert(times, position, { key = key, name = name, seconds = seconds })
	return true
end

function Times.format(seconds)
	return string.format("%d:%05.2f", math.floor(seconds / 60), seconds % 60)
end

function Times.list()
	if #times == 0 then return "" end
	local lines = { "Best laps" }
	for position = 1, math.min(shown, #times) do
		local time = times[position]
		lines[#lines + 1] = position .. ". " .. time.name .. "  " .. Times.format(time.seconds)
	end
	return table.concat(lines, "\n")
end

return Times
