-- Chat with usernames, through the text filter of the site.

local S = core.get_translator("baseplate")
local microseconds = core.get_us_time

--- Microseconds that a line waits for the filter. The site is asked once in each step of the server.
local patience = 100000

--- Lines of one request to the filter, and of one to the chat that the platform keeps.
local most_filtered, most_kept = 50, 100

--- Seconds between requests that send lines to keep.
local keep_interval = 5

--- Lines to keep that wait for the site while it cannot be reached.
local most_unkept = 1000

--- Lines that a report may contain.
local most_recent = 50

--- Milliseconds since 1970 at which the clock of the engine began.
local clock_began = os.time() * 1000 - microseconds() / 1000

return function(site, names, plain)
	local unsent, waiting = {}, {} -- lines for the filter, and all lines that are not shown yet, in order
	local unkept, recent = {}, {}
	local keeps, keeping = false, false -- whether the site keeps chat, and whether a request with lines is under way

	--- Shows a line once the filter has seen it, or has taken too long. `to`: name of its only reader; nil: all players.
	local function add(name, text, to, show)
		local line = { name = name, to = to, number = names.number_of(name), text = text, show = show }
		line.at = math.floor(clock_began + microseconds() / 1000)
		unsent[#unsent + 1], waiting[#waiting + 1] = line, line
		recent[#recent + 1] = line
		if #recent > most_recent then table.remove(recent, 1) end
		if keeps and not to then
			unkept[#unkept + 1] = line
			if #unkept > most_unkept then table.remove(unkept, 1) end
		end
	end

	--- Removes and returns up to `most` lines from the front of a list.
	local function take(list, most)
		local taken = {}
		while #list > 0 and #taken < most do taken[#taken + 1] = table.remove(list, 1) end
		return taken
	end

	local function filter(lines)
		local texts = {}
		for at, line in ipairs(lines) do
			texts[at] = line.text
			line.sent = microseconds()
		end
		site.call("POST", "/api/server/filter", { texts = texts }, function(answer)
			for at, line in ipairs(lines) do
				local text = type(answer) == "table" and type(answer.texts) == "table" and answer.texts[at]
				line.shown = type(text) == "string" and plain(text) or line.text
			end
		end, { seconds = 5 })
	end

	core.register_globalstep(function()
		while #unsent > 0 do filter(take(unsent, most_filtered)) end
		while waiting[1] and (waiting[1].shown or microseconds() - waiting[1].sent >= patience) do
			local line = table.remove(waiting, 1)
			line.show(line.shown or line.text)
		end
	end)

	local function send()
		local batch, lines = take(unkept, most_kept), {}
		keeping = #batch > 0
		if not keeping then return end
		for at, line in ipairs(batch) do lines[at] = { number = line.number, text = line.text, at = line.at } end
		site.call("POST", "/api/server/chat", lines, function(_, status)
			keeping = false
			if status == 200 and #unkept >= most_kept then send() end
			-- A site that is away or has had enough for a minute takes them later.
			if not keeps or (status ~= 0 and status ~= 429 and status < 500) then return end
			for at, line in ipairs(batch) do table.insert(unkept, at, line) end
		end)
	end

	local function keep()
		if not keeping then send() end
		core.after(keep_interval, keep)
	end
	core.after(keep_interval, keep)

	--- Sends a line to all players, and to the log.
	local function send_all(line)
		core.log("action", "CHAT: " .. core.strip_colors(line))
		core.chat_send_all(line)
	end

	-- Games see messages first, such as those for a team.
	core.register_on_mods_loaded(function()
		core.register_on_chat_message(function(name, message)
			if message:sub(1, 1) == "/" or not core.check_player_privs(name, "shout") then return false end
			local text = plain(message)
			if text ~= "" then
				add(name, text, nil, function(shown) send_all(core.format_chat_message(name, shown)) end)
			end
			return true
		end)
	end)

	core.override_chatcommand("me", {
		func = function(name, param)
			local text = plain(param)
			if text == "" then return false end
			add(name, text, nil, function(shown) send_all("* " .. names.username_of(name) .. " " .. shown) end)
			return true
		end,
	})

	core.override_chatcommand("msg", {
		func = function(name, param)
			local username, message = param:match("^(%S+)%s+(.+)$")
			local text = message and plain(message) or ""
			if text == "" then return false end
			local to = names.name_of(username)
			if not to then return false, S("@1 is not in this game.", plain(username)) end
			add(name, text, to, function(shown)
				core.chat_send_player(to, S("Message from @1: @2", names.username_of(name), shown))
			end)
			return true, S("Message sent.")
		end,
	})

	local chat = {}

	--- Decides whether the site gets the lines of players.
	function chat.keep(does)
		keeps = does
		if not keeps then unkept = {} end
	end

	--- Returns the latest lines that a player could read, for a report.
	function chat.lines_for(reader)
		local read = {}
		for _, line in ipairs(recent) do
			if not line.to or line.to == reader or line.name == reader then
				read[#read + 1] = { number = line.number, text = line.text, at = line.at }
			end
		end
		return read
	end

	return chat
end
