-- The players who may enter this server, and the players inside. Calls neither the engine nor the site.

--- Returns the name of a player in the engine, which allows 19 characters. Usernames may be longer, and change.
local function name_of(number) return "u" .. string.format("%d", number) end

return function()
	local admitted = {} -- name -> entry: a player who may enter
	local entering = {} -- name -> entry with which the player began to connect
	local inside = {} -- name -> entry of a player in the game
	local spent = {} -- key -> true: its player has left
	local removed = {} -- name -> true: the player has to leave, and the site knows it
	local admissions = { name_of = name_of }

	--- Applies the site's list of players. Returns the names of players inside who joined again and so have another key.
	function admissions.apply(players)
		local now, still_spent, replaced = {}, {}, {}
		for _, player in ipairs(players) do
			local name = name_of(player.number)
			if spent[player.key] then
				still_spent[player.key] = true
			else
				-- A player who is connecting keeps the entry.
				local known = admitted[name]
				local entry = known and known.key == player.key and known or { name = name, number = player.number, key = player.key }
				entry.username = player.username
				now[name] = entry
				if inside[name] and inside[name].key ~= player.key then
					removed[name] = true
					replaced[#replaced + 1] = name
				end
			end
		end
		admitted, spent = now, still_spent
		return replaced
	end

	--- Records that the site removes a player. Returns the name if the player is inside.
	function admissions.remove(number)
		local name = name_of(number)
		if not inside[name] then return nil end
		removed[name] = true
		if admitted[name] == inside[name] then admitted[name] = nil end
		return name
	end

	--- Begins a connection. Returns whether the player may enter.
	function admissions.begin(name)
		entering[name] = admitted[name]
		return admitted[name] ~= nil
	end

	--- Admits a player who has proved the key. Returns the entry; nil: the site has withdrawn it.
	function admissions.enter(name)
		local entry = entering[name]
		entering[name] = nil
		if not entry or admitted[name] ~= entry then return nil end
		inside[name], removed[name] = entry, nil
		return entry
	end

	--- Records that a player has left. Returns the number if the site does not know yet.
	function admissions.leave(name)
		local entry = inside[name]
		if not entry then return nil end
		local is_known = removed[name]
		inside[name], removed[name] = nil, nil
		spent[entry.key] = true
		if admitted[name] == entry then admitted[name] = nil end
		return not is_known and entry.number or nil
	end

	--- Returns the entry of a player who is inside or may enter.
	function admissions.entry_of(name) return inside[name] or admitted[name] end

	function admissions.is_admitted(name) return admitted[name] ~= nil end

	function admissions.is_inside(name) return inside[name] ~= nil end

	--- Returns the entries of the players inside.
	function admissions.inside()
		local entries = {}
		for _, entry in pairs(inside) do entries[#entries + 1] = entry end
		return entries
	end

	--- Returns an iterator over the names of players who may enter.
	function admissions.each_admitted() return pairs(admitted) end

	return admissions
end
