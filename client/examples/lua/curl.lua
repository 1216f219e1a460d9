-- HTTP for servers that have none of their own: by the program `curl`.

--- Sends a request and returns status, header fields by their names in lower case, and text. No response: nil.
return function(method, url, headers, body)
	-- Users of the machine see the arguments of programs, so the ticket is in a file.
	local path = os.tmpname()
	local file = assert(io.open(path, "w"))
	local function option(name, value)
		local escaped = value:gsub('[\\"]', "\\%0"):gsub("\n", "\\n"):gsub("\r", "\\r")
		file:write(name, ' = "', escaped, '"\n')
	end
	file:write('silent\ninclude\nmax-time = 20\nheader = "Expect:"\n')
	option("request", method)
	option("url", url)
	for name, value in pairs(headers) do option("header", name .. ": " .. value) end
	if body then option("data-raw", body) end
	-- A response that ends early is none.
	file:write('write-out = "\\n%{exitcode}"\n')
	file:close()

	local program = io.popen("curl --config " .. path)
	local response = program:read("*a"):match("^(.*)\n0$") or ""
	program:close()
	os.remove(path)
	local status, fields, text = response:match("^HTTP/%S+ (%d+)[^\r\n]*\r\n(.-)\r\n\r\n(.*)$")
	if not status then return nil end
	local named = {}
	for name, value in fields:gmatch("([^:\r\n]+): *([^\r\n]*)") do named[name:lower()] = value end
	return tonumber(status), named, text
end
