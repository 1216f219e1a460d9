-- Badges of the game that the platform keeps: docs/making/badges.md. README.md describes the function for games.

local function nothing() end

--- @param send of requests.lua
--- @param names `number_of` of names.lua
return function(send, names)
	--- Awards a badge. The platform awards it once, so a request without an answer is repeated.
	return function(name, badge, done)
		done = done or nothing
		local number = names.number_of(name)
		if not number then return done(nil, "not a player") end
		local path = ("/api/server/badges/%.0f/award"):format(badge)
		send("POST", path, ('{"player":%.0f}'):format(number), {}, function(response, problem)
			if not problem then return done(response.awarded == true) end
			core.log("warning", ("Badge %.0f was not awarded to %s: %s"):format(badge, name, problem))
			done(nil, problem)
		end)
	end
end
