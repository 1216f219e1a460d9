-- Usernames in place of the names of the engine, and the functions with which games find them.

local storage = core.get_mod_storage()

--- Prefix of stored usernames: games show names of absent players, such as owners.
local stored = "username:"

return function(admissions)
	local names = {}

	--- Returns the username of a player who is in this game or has played it before, or else the name itself.
	function names.username_of(name)
		local entry = admissions.entry_of(name)
		if entry then return entry.username end
		local known = storage:get_string(stored .. name)
		return known ~= "" and known or name
	end

	--- Returns the account's number; nil: the name is not that of a player.
	function names.number_of(name) return tonumber(name:match("^u([1-9]%d*)$")) end

	--- Returns the name of the player inside with a username, ignoring case; nil: there is none.
	function names.name_of(username)
		local wanted = username:lower()
		for _, entry in ipairs(admissions.inside()) do
			if entry.username:lower() == wanted then return entry.name end
		end
	end

	function names.remember(entry)
		if storage:get_string(stored .. entry.name) ~= entry.username then
			storage:set_string(stored .. entry.name, entry.username)
		end
	end

	-- These are functions for mods to replace. Games that do so get the name of the engine.
	for _, message in ipairs({ "send_join_message", "send_leave_message", "format_chat_message" }) do
		local original = core[message]
		core[message] = function(name, ...) return original(names.username_of(name), ...) end
	end
	function core.get_server_status(_, joined)
		if joined then return nil end
		local usernames = {}
		for _, entry in ipairs(admissions.inside()) do usernames[#usernames + 1] = entry.username end
		table.sort(usernames)
		return table.concat(usernames, ", ")
	end

	return names
end
