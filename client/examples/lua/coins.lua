-- A game on the console, whose players keep their coins. In this folder:
--
--   lua5.1 coins.lua <address of the site> <ticket of the server> [number of a badge for ten coins]
--
-- Each line is a command: `join <number> <name> <session>` as the client describes the player, `coin <number>`, `leave <number>`.

local json, request = require("json"), require("curl")
local site, ticket, badge = arg[1], arg[2], tonumber(arg[3])

local function say(...)
	print(...)
	io.stdout:flush()
end

local data = require("data").open({
	url = site,
	ticket = ticket,
	request = request,
	encode = json.encode,
	decode = json.decode,
	sleep = function(seconds) os.execute("sleep " .. seconds) end,
	log = function(line) io.stderr:write(line, "\n") end,
})
local coins = data:players("coins")
local badges = require("badges").open(data)
local best = assert(data:leaderboard("most coins", { title = "Most coins", period = "week", keep = "best" }))

-- Coins of each player in the game, and the players who have the badge.
local purses, rewarded = {}, {}

local commands = {}

function commands.join(number, name, session)
	local status = request("POST", ("%s/game/verify?id=%d&name=%s&session=%s"):format(site, number, name, session), {
		Authorization = "Bearer " .. ticket,
	})
	if status ~= 200 then return say("refused", number) end
	local loaded, problem = coins:load(number)
	-- Without this line, a player whose coins could not be loaded would begin with none.
	if problem then return say("problem", number, problem) end
	purses[number] = loaded or 0
	say("loaded", number, purses[number])
end

function commands.coin(number)
	purses[number] = purses[number] + 1
	local saved, problem = coins:save(number, purses[number])
	if not saved then return say("problem", number, problem) end
	local total = data:increment("game", "coins", 1)
	say("saved", number, purses[number], total)
	if not badge or purses[number] < 10 or rewarded[number] then return end
	local awarded, trouble = badges:award(number, badge)
	if trouble then return say("problem", number, trouble) end
	rewarded[number] = true
	if awarded then say("awarded", number, badge) end
end

function commands.leave(number)
	local score, trouble = best:score(number, purses[number])
	if not score then return say("problem", number, trouble) end
	local saved, problem = coins:leave(number, purses[number])
	if not saved then return say("problem", number, problem) end
	purses[number] = nil
	say("left", number)
end

for line in io.lines() do
	local words = {}
	for word in line:gmatch("%S+") do words[#words + 1] = word end
	local command = commands[words[1]]
	if command then command(tonumber(words[2]), words[3], words[4]) end
end
