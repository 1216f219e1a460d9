-- Admits the players that the site lists, and removes players whom the site removes.

local S = core.get_translator("baseplate")
local after, disconnect = core.after, core.disconnect_player

--- Seconds that a list may take: the site waits 25 for a change.
local list_patience = 35

--- Seconds before a failed request for the list is retried. They double up to the maximum.
local first_pause, longest_pause = 0.5, 5

--- Seconds before the next request if a list arrived at once and unchanged, as from a site that is shutting down.
local idle_pause = 1

--- Seconds between heartbeats.
local report_interval = tonumber(core.settings:get("baseplate.report_seconds"))

--- Seconds that a list waits before it is acknowledged, so that an earlier connection of a player ends first.
local longest_delay = 1.5

--- Microseconds for which the engine refuses a player who has just left: it removes players from the world every half second.
local removal = 700000

return function(site, admissions, names, say, plain, keep_chat)
	local away = true -- until the first list
	local goodbyes = 0 -- requests under way that report players who left
	local announcement -- text of the site for all players
	local departures = {} -- name -> time at which the player left

	local function notice(is_away, status)
		if is_away ~= away then
			core.log("action", "[baseplate] the site answers " .. status .. (is_away and ": nobody may enter" or ": players may enter"))
		end
		away = is_away
	end

	core.register_on_prejoinplayer(function(name)
		if away then return say.away(name) end
		if not admissions.begin(name) then return say.not_admitted(name, site.base) end
	end)
	-- The site counts seats.
	core.register_can_bypass_userlimit(admissions.is_admitted)

	core.register_on_joinplayer(function(player)
		local name = player:get_player_name()
		local entry = admissions.enter(name)
		if not entry then
			disconnect(name, say.not_admitted(name, site.base))
			return
		end
		departures[name] = nil
		names.remember(entry)
		player:set_nametag_attributes({ text = entry.username })
		if announcement then core.chat_send_player(name, announcement) end
	end)

	core.register_on_leaveplayer(function(player)
		local name = player:get_player_name()
		departures[name] = core.get_us_time()
		local number = admissions.leave(name)
		if not number then return end
		goodbyes = goodbyes + 1
		site.call("POST", "/game/left?number=" .. number, nil, function() goodbyes = goodbyes - 1 end)
	end)

	local function remove(leaving)
		for _, player in ipairs(leaving or {}) do
			local text = say.removed(admissions.name_of(player.number), player.reason, player.text)
			local name = text and admissions.remove(player.number)
			if name then disconnect(name, text) end
		end
	end

	local function announce(message)
		local told = message and "*** " .. plain(message)
		if told and told ~= announcement then core.chat_send_all(told) end
		announcement = told
	end

	local last_closing
	local function announce_closing(closing)
		local at = closing and closing.closesAt
		if at and at ~= last_closing then
			local seconds = math.floor(at / 1000 - os.time())
			local text = seconds > 0 and S("This game closes in @1 seconds.", tostring(seconds)) or S("This game closes.")
			core.chat_send_all("*** " .. text)
		end
		last_closing = at
	end

	local function is_settled(replaced)
		if goodbyes > 0 then return false end
		for _, name in ipairs(replaced) do
			if core.get_player_by_name(name) then return false end
		end
		local now = core.get_us_time()
		for name, at in pairs(departures) do
			if now - at >= removal then departures[name] = nil
			elseif admissions.is_admitted(name) then return false end
		end
		return true
	end

	local follow
	--- Requests the next list, which acknowledges this one: its players can enter, and departures have been reported.
	local function acknowledge(version, replaced, waited)
		if is_settled(replaced) or waited >= longest_delay then follow(version, first_pause)
		else after(0.05, acknowledge, version, replaced, waited + 0.05) end
	end

	follow = function(version, pause)
		local asked = core.get_us_time()
		site.call("GET", "/game/players" .. (version and "?after=" .. version or ""), nil, function(list, status)
			if type(list) ~= "table" or type(list.players) ~= "table" then
				notice(true, status)
				after(pause, function() follow(version, math.min(2 * pause, longest_pause)) end)
				return
			end
			notice(false, status)
			if list.version == version and core.get_us_time() - asked < idle_pause * 1000000 then
				after(idle_pause, function() follow(version, first_pause) end)
				return
			end
			local replaced = admissions.apply(list.players)
			for _, name in ipairs(replaced) do disconnect(name, say.replaced(name)) end
			remove(list.leave)
			announce(list.message)
			announce_closing(list.closing)
			keep_chat(list.keepsChat == true)
			acknowledge(list.version, replaced, 0)
		end, { seconds = list_patience })
	end

	local function report()
		local numbers = {}
		for _, entry in ipairs(admissions.inside()) do numbers[#numbers + 1] = entry.number end
		site.call("POST", "/game/players", numbers, function(answer, status)
			-- A site that hangs keeps the request for the list open.
			notice(type(answer) ~= "table", status)
			if type(answer) ~= "table" then return end
			remove(answer.leave)
			announce(answer.message)
		end)
		after(report_interval, report)
	end

	after(0, function() follow(nil, first_pause) end)
	after(report_interval, report)
end
