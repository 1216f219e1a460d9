-- Badges of the game that the platform keeps: docs/making/badges.md. README.md describes the function for games.

local parse_json, after = core.parse_json, core.after

--- Seconds between two attempts, for a response, and for which an award is repeated.
local pause, patience, longest = 2, 20, 60

local function nothing() end

--- @param names `number_of` of names.lua
return function(http, base, ticket, names)
	--- Awards a badge. The platform awards it once, so a request without an answer is repeated.
	return function(name, badge, done)
		done = done or nothing
		local number = names.number_of(name)
		if not number then return done(nil, "not a player") end
		local request = {
			url = ("%s/api/server/badges/%.0f/award"):format(base, badge),
			method = "POST",
			timeout = patience,
			extra_headers = { "Authorization: Bearer " .. ticket, "Content-Type: application/json" },
			data = ('{"player":%.0f}'):format(number),
		}
		local ends = os.time() + longest
		local function send()
			http.fetch(request, function(result)
				local status = result.code
				local is_passing = status == 0 or status >= 500 or status == 429
				if is_passing and os.time() < ends then return after(pause, send) end
				local body = status ~= 0 and parse_json(result.data)
				local is_table = type(body) == "table"
				if status == 200 and is_table then return done(body.awarded == true) end
				local problem = is_table and body.code or "status " .. status
				core.log("warning", ("Badge %.0f was not awarded to %s: %s"):format(badge, name, problem))
				done(nil, problem)
			end)
		end
		send()
	end
end
