-- Stores data of players, and loses none: docs/making/data.md. For game servers in Lua 5.1 or later.
--
--   local data = require("data").open({
--     url = "https://games.example.com", -- address of the site
--     ticket = ticket, -- ticket of this server
--     request = request, -- request(method, url, headers, body) -> status, headers, text. No response: nil. Names of headers in lower
--                        -- case. It waits at least 20 seconds, and never throws.
--     encode = encode, decode = decode, -- JSON
--     sleep = sleep, -- sleep(seconds)
--     log = print, -- optional
--     patience = 60, -- optional: seconds for which a request is repeated
--     run = id, -- optional: text that no other run of a server has
--   })
--   local coins = data:players("coins") -- a store
--   local value, problem = coins:load(number) -- when the player is verified. nil without a problem: a new player
--   local saved, problem = coins:save(number, value) -- every minute, and after everything that must not be lost
--   local saved, problem = coins:leave(number, value) -- when the player leaves: saves, and lets other servers load
--   local best, problem = data:leaderboard("best", { title = "Most coins", period = "week", keep = "best" })
--   local score, problem = best:score(number, value) -- while the player is in the game. The page of the game shows the best
--
-- A player's progress cannot be wiped: `save` refuses players whom this server has not loaded, and the site refuses a save on top of a
-- value that this server has not read. A value is saved when `save` returns true, not before.

local Data, Players, Leaderboard = {}, {}, {}
Data.__index, Players.__index, Leaderboard.__index = Data, Players, Leaderboard

--- Seconds between two attempts. They double up to the maximum.
local first_pause, longest_pause = 0.5, 5

local function escaped(name)
	if type(name) == "number" then name = ("%.0f"):format(name) end
	return (name:gsub("[^%w%-_.~]", function(character) return ("%%%02X"):format(character:byte()) end))
end

local function open(options)
	local data = {
		site = (options.url:gsub("/$", "")),
		url = options.url:gsub("/$", "") .. "/api/server/data/",
		-- All runs of a server share its ticket, so the keys of one run must not meet those of another.
		run = options.run or (os.time() .. tostring({})):gsub("%W", ""),
		count = 0,
		log = options.log or function() end,
		patience = options.patience or 60,
	}
	for _, name in ipairs({ "ticket", "request", "encode", "decode", "sleep" }) do
		data[name] = assert(options[name], "open needs " .. name)
	end
	return setmetatable(data, Data)
end

--- Returns the properties of a response in JSON.
function Data:parsed(text)
	local is_json, value = pcall(self.decode, text)
	return is_json and type(value) == "table" and value or {}
end

--- Sends a request until the site has answered it, and returns status, headers, text and the problem. It is repeated for `patience`
--- seconds after no response, after errors of the site, and when a budget is used up.
--- @param path below the address of the data, or with a slash at its beginning below the address of the site
--- @param again optional: again(code, refusal) -> whether a refusal is repeated as well
function Data:send(method, path, headers, body, again)
	headers = headers or {}
	headers["Authorization"] = "Bearer " .. self.ticket
	headers["Content-Type"] = "application/json"
	local address = path:sub(1, 1) == "/" and self.site .. path or self.url .. path
	local ends, pause = os.time() + self.patience, first_pause
	while true do
		local status, got, text = self.request(method, address, headers, body)
		if status and status < 300 then return status, got, text end
		local refusal = status and self:parsed(text) or {}
		local problem = refusal.code or (status and "status " .. status or "no response")
		local is_passing = not status or status >= 500 or status == 429 or (again and again(problem, refusal))
		local wait = tonumber(got and got["retry-after"]) or pause
		if not is_passing or os.time() + wait > ends then return status, got, text, problem, refusal end
		self.log(("data: %s %s: %s. Again in %g s"):format(method, path, problem, wait))
		self.sleep(wait)
		pause = math.min(2 * pause, longest_pause)
	end
end

--- Returns a key with which the site recognizes the repeat of a request.
function Data:key()
	self.count = self.count + 1
	return self.run .. "-" .. self.count
end

--- Adds a whole number to an entry that does not belong to a player, once. Returns the new number, or nil and a problem.
function Data:increment(store, key, by)
	local path = ("%s/global/%s?op=increment&by=%.0f"):format(escaped(store), escaped(key), by)
	local _, _, text, problem = self:send("POST", path, { ["Idempotency-Key"] = self:key() })
	if problem then return nil, problem end
	return self:parsed(text).value
end

--- Makes a store a leaderboard, which the page of the game shows, and returns it, or nil and a problem. Use a store of its own.
--- @param about title; optional: period ("none", "day", "week", "month") and keep ("best", "last", "sum")
function Data:leaderboard(store, about)
	local board = { kind = "ordered", public = true, title = about.title, period = about.period, keep = about.keep }
	local _, _, _, problem = self:send("PUT", escaped(store), nil, self.encode(board))
	if problem then return nil, problem end
	return setmetatable({ data = self, path = escaped(store) .. "/player/" }, Leaderboard)
end

--- Gives a player who is in this server a score, a whole number. Returns the score that stays, or nil and a problem. A repeat of the
--- request has the same key, so a sum counts it once.
function Leaderboard:score(number, value)
	local headers, text = { ["Idempotency-Key"] = self.data:key() }, ("%.0f"):format(value)
	local _, _, answer, problem = self.data:send("PUT", self.path .. escaped(number), headers, text)
	if problem then return nil, problem end
	return self.data:parsed(answer).value
end

--- Returns a store of players' data.
function Data:players(store)
	-- `entries` has the players whose data this server has read: what `save` replaces.
	return setmetatable({ data = self, path = escaped(store) .. "/player/", entries = {}, busy = {} }, Players)
end

--- Waits until no other coroutine works on a player's data, and begins to.
function Players:begin(number)
	while self.busy[number] do self.data.sleep(0.1) end
	self.busy[number] = true
end

function Players:done(number, ...)
	self.busy[number] = nil
	return ...
end

local function is_waiting(problem, refusal)
	return problem == "data.player_elsewhere" and refusal.server ~= "none"
end

function Players:read(number)
	local entry = self.entries[number]
	if entry and entry.pending then
		local _, problem = self:finish(number, entry)
		if entry.pending then return nil, problem end
	end
	self.entries[number] = nil
	local path = self.path .. escaped(number) .. "?lock=true&wait=10"
	local status, headers, text, problem = self.data:send("GET", path, nil, nil, is_waiting)
	if status == 404 and problem == "data.not_found" then
		self.entries[number] = { version = "0" }
		return nil
	end
	if problem then return nil, problem end
	local version = (headers["etag"] or ""):match("%d+")
	local is_json, value = pcall(self.data.decode, text)
	if not version or not is_json then return nil, "not understood" end
	self.entries[number] = { version = version }
	return value
end

--- Loads the data of a player who is in this server. While another server may still save them, it waits.
--- Returns the value; nil: the player is new. Returns nil and a problem if nothing could be loaded. Then the player must not play as a
--- new one. Nothing is lost if a game forgets that: `save` refuses.
function Players:load(number)
	self:begin(number)
	return self:done(number, self:read(number))
end

--- Sends a save that has not been answered. It has the same key each time, so a save that the site has stored without the response
--- arriving is no conflict.
function Players:finish(number, entry)
	local pending, version = entry.pending, entry.version
	local headers = { ["Idempotency-Key"] = pending.key }
	if version == "0" then headers["If-None-Match"] = "*" else headers["If-Match"] = '"' .. version .. '"' end
	local status, _, text, problem = self.data:send("PUT", self.path .. escaped(number), headers, pending.text)
	local next_version = not problem and self.data:parsed(text).version
	if next_version then
		entry.version, entry.pending = next_version, nil
		return true
	end
	-- A refusal is final. Without an answer, the save may yet have happened.
	if status and status >= 300 and status < 500 then entry.pending = nil end
	if problem == "data.changed" then self.entries[number] = nil end
	return false, problem or "not understood"
end

--- @param text JSON; nil: only finishes what has not been answered
function Players:store(number, text)
	local entry = self.entries[number]
	if not entry then return false, "not loaded" end
	if entry.pending then
		local saved, problem = self:finish(number, entry)
		-- A later value may be stored although the one before was refused, such as for its size.
		if not saved and (not text or entry.pending or not self.entries[number]) then return false, problem end
	end
	if not text then return true end
	entry.pending = { key = self.data:key(), text = text }
	return self:finish(number, entry)
end

--- Saves the data of a player. Returns true, or false and a problem. `not loaded`: load first. `data.changed`: another server or program
--- has changed them; load again. After any other problem, save again later.
function Players:save(number, value)
	assert(value ~= nil, "save needs a value")
	local text = self.data.encode(value)
	self:begin(number)
	return self:done(number, self:store(number, text))
end

--- Saves the data of a player who leaves, and lets other servers load them. Returns true, or false and a problem. While a save fails,
--- nothing is released, and `leave` can be repeated: for 30 seconds, the data are this server's.
--- @param value nil: saves nothing, because the last save has everything
function Players:leave(number, value)
	local text = value ~= nil and self.data.encode(value) or nil
	self:begin(number)
	local saved, problem = self:store(number, text)
	if saved then
		self.entries[number] = nil
		-- If this fails, other servers wait for 30 seconds.
		self.data:send("DELETE", self.path .. escaped(number) .. "/lock")
	end
	return self:done(number, saved, problem)
end

return { open = open }
