-- Requests to the site.

local to_json, parse_json = core.write_json, core.parse_json

--- Seconds to wait for a response, unless a request says otherwise.
local patience = 10

--- Returns functions that send requests to the site at `base`.
return function(http, base, ticket)
	local fetch = http.fetch
	-- The ticket is no parameter, because the engine logs the addresses of requests that fail.
	local own_headers = { "Authorization: Bearer " .. ticket, "Accept: application/json", "Content-Type: application/json" }
	local site = { base = base }

	--- Sends a GET request to a public address. `done(body, status)`: without a response, the body is nil and the status 0.
	function site.get(address, done, headers)
		fetch({ url = base .. address, timeout = patience, extra_headers = headers or {} }, function(result)
			done(result.code ~= 0 and result.data or nil, result.code)
		end)
	end

	--- Sends a request as this server, with `value` as JSON unless it is nil. `done(value, status, problem)`: the value is nil unless
	--- the response is JSON with the status 200. Without a response, the status is 0. `problem` has the `code` of a refusal, or the
	--- `codes` of wrong fields.
	--- @param options `seconds` for the response; `language` of the texts in it
	function site.call(method, address, value, done, options)
		local seconds, language = options and options.seconds, options and options.language
		local headers = language and { own_headers[1], own_headers[2], "Accept-Language: " .. language } or own_headers
		local request = { url = base .. address, timeout = seconds or patience, extra_headers = headers, method = method }
		-- Without a body, the engine would read one from its standard input. An empty table would be `null`.
		if method == "POST" then request.data = value and next(value) == nil and "[]" or value and to_json(value) or "{}" end
		fetch(request, function(result)
			-- Anything in between may answer with a page of its own.
			local is_refusal = result.code >= 400 and result.data:sub(1, 1) == "{"
			local problem = is_refusal and parse_json(result.data) or {}
			done(result.code == 200 and parse_json(result.data) or nil, result.code, problem)
		end)
	end

	return site
end
