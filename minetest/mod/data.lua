-- Data of players that the platform keeps: docs/making/data.md. README.md describes the functions for games.

local to_json, parse_json = core.write_json, core.parse_json
local now, after = core.get_us_time, core.after

--- Seconds between two attempts, for a response, for a load, and between two saves of a player.
local pause, patience, longest_load, save_interval = 1, 20, 90, 60

--- Seconds that the engine waits for the last saves when it shuts down.
local shutdown_patience = 5

--- Returns JSON. The engine would write the whole number 5 as 5.0, which no list by number has, and an empty table as null.
local function encode(value)
	if type(value) == "number" and value % 1 == 0 and math.abs(value) <= 2 ^ 53 then return ("%.0f"):format(value) end
	if type(value) == "table" and next(value) == nil then return "[]" end
	return assert(to_json(value))
end

local function escaped(name)
	return (name:gsub("[^%w%-_.~]", function(character) return ("%%%02X"):format(character:byte()) end))
end

local function nothing() end

--- @param names `number_of` of names.lua
return function(http, base, ticket, names)
	local data, stores = {}, {}
	local run, count = ("%d-%.0f"):format(os.time(), now()), 0

	local function request_of(method, path, headers, body)
		local all = { "Authorization: Bearer " .. ticket, "Content-Type: application/json", unpack(headers or {}) }
		local url = base .. "/api/server/data/" .. path
		-- Without a body, the engine would read one from its standard input.
		local text = body or method == "POST" and "{}" or nil
		return { url = url, method = method, timeout = patience, extra_headers = all, data = text }
	end

	--- Returns a response as status, text and the code of a refusal.
	local function read(result)
		if result.code == 200 or result.code == 204 then return result.code, result.data end
		local refusal = result.code ~= 0 and parse_json(result.data)
		local code = type(refusal) == "table" and refusal.code or "status " .. result.code
		return result.code, result.data, code, type(refusal) == "table" and refusal or {}
	end

	--- Sends a request until the site has answered it. `is_needed()`: whether it is still to be repeated.
	local function send(request, is_needed, done)
		http.fetch(request, function(result)
			local status, text, problem, refusal = read(result)
			local is_passing = status == 0 or status >= 500 or status == 429
			if is_passing and is_needed() then return after(pause, send, request, is_needed, done) end
			done(status, text, problem, refusal)
		end)
	end

	local function key()
		count = count + 1
		return "Idempotency-Key: " .. run .. "-" .. count
	end

	--- Adds a whole number to an entry that does not belong to a player, once. `done(value, problem)`
	function data.increment(store, name, by, done)
		local path = ("%s/global/%s?op=increment&by=%.0f"):format(escaped(store), escaped(name), by)
		local function is_needed() return true end
		send(request_of("POST", path, { key() }), is_needed, function(_, text, problem)
			local changed = not problem and parse_json(text)
			if done then done(changed and changed.value, problem) end
		end)
	end

	--- Returns a store of players' data.
	--- @param value_of optional: value_of(name) -> what is saved each minute, when the player leaves and when the server shuts down
	function data.players(store, value_of)
		local players = { entries = {} } -- name -> what this server has read: what a save replaces
		local entries = players.entries
		stores[#stores + 1] = players

		local function save_request(entry)
			local condition = entry.version == "0" and "If-None-Match: *" or 'If-Match: "' .. entry.version .. '"'
			return request_of("PUT", entry.path, { condition, entry.sending.key }, entry.sending.text)
		end

		--- Takes the response to a save. Returns whether it is final.
		local function take(entry, status, text, problem)
			local saving = entry.sending
			if status == 0 or status >= 500 or status == 429 then return false end
			entry.sending = nil
			if not problem then entry.version, entry.saved = parse_json(text).version, saving.text end
			-- Another server or program has changed the data, so this one may not save on top of them.
			if problem == "data.changed" then entry.is_outdated = true end
			if problem then
				core.log("warning", ("[baseplate] %s of %s is not saved: %s"):format(store, entry.name, problem))
			end
			for _, done in ipairs(saving.dones) do done(not problem, problem) end
			return true
		end

		local function begin_saving(entry)
			entry.sending, entry.waiting = entry.waiting, nil
			entry.sending.key = key()
		end

		--- Sends what waits, one save after another. Then releases the data of a player who has left.
		local function continue(entry)
			if entry.sending then return end
			if entry.waiting and not entry.is_outdated then
				begin_saving(entry)
				return send(save_request(entry), function() return true end, function(...)
					-- The shutdown may have sent it already.
					if entry.sending then take(entry, ...) end
					continue(entry)
				end)
			end
			for _, done in ipairs(entry.waiting and entry.waiting.dones or {}) do done(false, "data.changed") end
			entry.waiting = nil
			if entry.has_left and entries[entry.name] == entry then
				entries[entry.name] = nil
				http.fetch(request_of("DELETE", entry.path .. "/lock"), nothing)
			end
		end

		local function store_value(entry, value, done)
			local text = encode(value)
			-- A value that still waits is replaced.
			local dones = entry.waiting and entry.waiting.dones or {}
			dones[#dones + 1] = done
			entry.waiting = { text = text, dones = dones }
			continue(entry)
		end

		local function loaded(name)
			local entry = entries[name]
			return entry and entry.version and not entry.has_left and not entry.is_outdated and entry or nil
		end

		--- Saves what the game says, unless it is saved.
		local function save_current(entry, done)
			local value = value_of and loaded(entry.name) and value_of(entry.name)
			local last = entry.waiting or entry.sending
			if value and encode(value) ~= (last and last.text or entry.saved) then return store_value(entry, value, done) end
			if last then last.dones[#last.dones + 1] = done else done(true) end
		end

		--- Loads the data of a player in the game. While another server may still save them, it waits. `done(value, problem)`: without a
		--- problem, nil stands for a new player.
		function players.load(name, done)
			local number = names.number_of(name)
			if not number then return done(nil, "no player") end
			local entry = { name = name, path = ("%s/player/%d"):format(escaped(store), number), asked = now() }
			local before = entries[name]
			-- The last save of an earlier visit comes first.
			if before and (before.sending or before.waiting) then
				return after(pause, function()
					if core.get_player_by_name(name) then players.load(name, done) end
				end)
			end
			entries[name] = entry
			local function is_here() return entries[name] == entry and not entry.has_left end
			local function is_needed() return is_here() and now() - entry.asked < longest_load * 1000000 end
			local function finish(value, problem)
				if entry.has_left then continue(entry) end
				if not is_here() then return end
				if problem then entries[name] = nil end
				done(value, problem)
			end
			local function ask()
				send(request_of("GET", entry.path .. "?lock=true&wait=10"), is_needed, function(status, text, problem)
					if problem == "data.player_elsewhere" and is_needed() then return after(pause, ask) end
					if problem == "data.not_found" then
						entry.version = "0"
						return finish(nil)
					end
					if problem then return finish(nil, problem) end
					-- Games get no header fields, so the refusal of a write has to name the version.
					local probe = request_of("PUT", entry.path, { "If-None-Match: *" }, text)
					send(probe, is_needed, function(_, _, found, refusal)
						if found ~= "data.changed" or not refusal.version then return finish(nil, found or "data.changed") end
						entry.version, entry.saved = refusal.version, text
						finish(parse_json(text))
					end)
				end)
			end
			ask()
		end

		--- Saves the data of a player. `done(saved, problem)` is called when the site has answered.
		function players.save(name, value, done)
			assert(value ~= nil, "save needs a value")
			local entry = loaded(name)
			if entry then return store_value(entry, value, done or nothing) end
			if done then done(false, entries[name] and entries[name].is_outdated and "data.changed" or "not loaded") end
		end

		--- Saves the data of a player, and lets other servers load them. The mod calls it when the player leaves.
		function players.leave(name, value, done)
			local entry = entries[name]
			if not entry or entry.has_left then return done and done(false, "not loaded") end
			if value ~= nil then players.save(name, value, done) else save_current(entry, done or nothing) end
			entry.has_left = true
			if entry.version then continue(entry) end
		end

		function players.save_all()
			for _, entry in pairs(entries) do save_current(entry, nothing) end
		end

		--- Saves at once what is not saved yet, until a time. The engine sends requests while its Lua waits.
		function players.flush(ends)
			players.save_all()
			for _, entry in pairs(entries) do
				while (entry.sending or entry.waiting) and entry.version and now() < ends do
					if not entry.sending then begin_saving(entry) end
					local handle, result = http.fetch_async(save_request(entry))
					repeat result = http.fetch_async_get(handle) until result.completed or now() > ends
					local is_final = result.completed and take(entry, read(result))
					local again = now() + 200000
					while not is_final and now() < again do end
				end
			end
		end

		return players
	end

	core.register_on_leaveplayer(function(player)
		for _, players in ipairs(stores) do players.leave(player:get_player_name()) end
	end)
	core.register_on_shutdown(function()
		local ends = now() + shutdown_patience * 1000000
		for _, players in ipairs(stores) do players.flush(ends) end
	end)
	local function save_regularly()
		for _, players in ipairs(stores) do players.save_all() end
		after(save_interval, save_regularly)
	end
	after(save_interval, save_regularly)

	return data
end
