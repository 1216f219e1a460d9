-- `/report` opens a form with which a player reports another player to the moderators of the platform.

local S = core.get_translator("baseplate")
local escape = core.formspec_escape

local form = "baseplate:report"

--- Bytes of the text of a report.
local longest_text = 1000

--- Seconds for which the site's categories are cached, and for which players who have left can be reported.
local categories_lifetime, absence = 600, 600

return function(site, admissions, names, plain, lines)
	local open = {} -- name -> the form that the player sees
	local known = {} -- language -> categories, and when they arrived
	local gone = {} -- name -> entry of a player who has left

	local unavailable = S("Reports cannot be sent at the moment. Try again later.")

	local function with_categories(name, done)
		local client = core.get_player_information(name)
		-- Clients can send any text.
		local language = client and (client.lang_code or ""):match("^%a%a") or "en"
		local cached = known[language]
		if cached and os.time() - cached.at < categories_lifetime then return done(cached.list) end
		site.call("GET", "/api/server/report-categories", nil, function(list)
			if type(list) == "table" and #list > 0 then known[language] = { list = list, at = os.time() } end
			done(known[language] and known[language].list)
		end, { language = language })
	end

	--- Returns the players who can be reported, by username.
	local function others(name)
		local entries = {}
		for _, entry in ipairs(admissions.inside()) do entries[entry.name] = entry end
		for left, entry in pairs(gone) do entries[left] = entries[left] or entry end
		entries[name] = nil
		local sorted = {}
		for _, entry in pairs(entries) do sorted[#sorted + 1] = entry end
		table.sort(sorted, function(one, other) return one.username:lower() < other.username:lower() end)
		return sorted
	end

	local function listed(items, key)
		local escaped = {}
		for at, item in ipairs(items) do escaped[at] = escape(tostring(item[key])) end
		return table.concat(escaped, ",")
	end

	local function show(name, players, categories, chosen)
		open[name] = { players = players, categories = categories }
		core.show_formspec(name, form, table.concat({
			"formspec_version[4]size[9,8.6]",
			"label[0.5,0.6;", escape(S("Report a player to the moderators")), "]",
			"label[0.5,1.4;", escape(S("Player")), "]",
			"dropdown[0.5,1.6;8,0.8;player;", listed(players, "username"), ";", chosen, ";true]",
			"label[0.5,2.9;", escape(S("Reason")), "]",
			"dropdown[0.5,3.1;8,0.8;category;", listed(categories, "name"), ";1;true]",
			"textarea[0.5,4.6;8,2.2;text;", escape(S("What happened?")), ";]",
			"button_exit[0.5,7.3;3.8,0.8;send;", escape(S("Report")), "]",
			"button_exit[4.7,7.3;3.8,0.8;cancel;", escape(S("Cancel")), "]",
		}))
	end

	core.register_chatcommand("report", {
		params = S("[<username>]"),
		description = S("Report a player to the moderators of the platform"),
		func = function(name, param)
			local players = others(name)
			if #players == 0 then return false, S("Nobody else has been in this game.") end
			local chosen = 1
			for at, player in ipairs(players) do
				if player.username:lower() == plain(param):lower() then chosen = at end
			end
			with_categories(name, function(categories)
				if not core.get_player_by_name(name) then return end
				if categories then show(name, players, categories, chosen)
				else core.chat_send_player(name, unavailable) end
			end)
			return true
		end,
	})

	--- By the code of the site.
	local refusals = {
		["reports.already"] = S("You have already reported this player. A moderator will look at it."),
		["limits.reports"] = S("You have sent many reports. Try again later."),
		["places.player_not_found"] = S("This player can no longer be reported from the game. Use the player's page on the platform."),
		["players.session_not_found"] = S("The platform does not know that you are here. Press Play again."),
	}

	--- By the wrong field.
	local wrong = {
		text = S("The text of your report is too long. Type /report to write a shorter one."),
		category = S("This reason can no longer be chosen. Type /report to choose another one."),
	}

	local function outcome(status, problem)
		if status == 204 then return S("Your report was sent to the moderators. Thank you.") end
		if refusals[problem.code] then return refusals[problem.code] end
		local field = type(problem.codes) == "table" and next(problem.codes)
		if field == "category" then known = {} end
		return wrong[field] or unavailable
	end

	core.register_on_player_receive_fields(function(player, formname, fields)
		if formname ~= form then return false end
		local name = player:get_player_name()
		local shown = open[name]
		if not fields.send or not shown then return true end
		open[name] = nil
		local reported = shown.players[tonumber(fields.player)]
		local category = shown.categories[tonumber(fields.category)]
		if not reported or not category then return true end
		site.call("POST", "/api/server/reports", {
			reporter = names.number_of(name),
			reported = reported.number,
			category = category.id,
			text = plain(fields.text or "", longest_text),
			chat = lines(name),
		}, function(_, status, problem) core.chat_send_player(name, outcome(status, problem)) end)
		return true
	end)

	core.register_on_leaveplayer(function(player)
		local name = player:get_player_name()
		open[name] = nil
		local entry = admissions.entry_of(name)
		gone[name] = entry
		core.after(absence, function()
			if gone[name] == entry then gone[name] = nil end
		end)
	end)
end
