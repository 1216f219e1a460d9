-- Settings that a game must not change while the server runs: settings.txt has their names.
local locked = {}
for name in io.lines(core.get_modpath("baseplate_guard") .. "/settings.txt") do locked[name] = true end

local settings = core.settings
local methods = getmetatable(settings)
for _, method in ipairs({ "set", "set_bool", "set_np_group", "remove" }) do
	local change = methods[method]
	methods[method] = function(self, name, ...)
		if rawequal(self, settings) and locked[tostring(name)] then
			core.log("warning", "The setting " .. tostring(name) .. " belongs to the platform, and was not changed.")
			return false
		end
		return change(self, name, ...)
	end
end

-- With these, a game could extract functions from other mods while they run, such as the function that sends requests to the site.
local getinfo = debug.getinfo
debug.getinfo = function(...)
	local given = { ... }
	local at = type(given[1]) == "thread" and 2 or 1
	-- This function adds one level to the stack.
	if type(given[at]) == "number" and at == 1 then given[at] = given[at] + 1 end
	local info = getinfo(unpack(given, 1, select("#", ...)))
	if info then info.func = nil end
	return info
end
debug.getlocal, debug.setlocal, debug.getupvalue, debug.setupvalue, debug.upvaluejoin = nil, nil, nil, nil, nil
