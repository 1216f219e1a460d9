-- Requests of the game that are repeated until the platform has answered them.

local parse_json, after = core.parse_json, core.after

--- Seconds between two attempts, for a response, and for which a request is repeated.
local pause, patience, longest = 2, 20, 60

return function(http, base, ticket)
	--- Sends JSON to a path of the platform. `done(response, problem)`: the response as a table, or the code of a refusal
	return function(method, path, body, headers, done)
		local request = {
			url = base .. path,
			method = method,
			timeout = patience,
			extra_headers = { "Authorization: Bearer " .. ticket, "Content-Type: application/json", unpack(headers) },
			data = body,
		}
		local ends = os.time() + longest
		local function send()
			http.fetch(request, function(result)
				local status = result.code
				local is_passing = status == 0 or status >= 500 or status == 429
				if is_passing and os.time() < ends then return after(pause, send) end
				local response = status ~= 0 and parse_json(result.data)
				local is_table = type(response) == "table"
				if status == 200 and is_table then return done(response) end
				done(nil, is_table and response.code or "status " .. status)
			end)
		end
		send()
	end
end
