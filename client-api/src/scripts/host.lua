-- Hosts a game: loads a place, verifies players and lets them in.

local baseUrl, placeId = _BASE_URL, _PLACE_ID
local mapLocation, serverPort = _MAP_LOCATION, _SERVER_PORT
local presenceUrl = _SERVER_PRESENCE_URL
local servicesUrl, serverTicket = _SERVICES_URL, _SERVER_TICKET
local verifies, requiresVerification = _VERIFY, _VERIFY_REQUIRED

local presenceSeconds = 15
local respawnSeconds = 5
local networkSleepMilliseconds = 20
-- What a client sends about its player arrives a little after the player.
local sessionSeconds = 10
local noticeSeconds = 3

local players = game:GetService("Players")
local server = game:GetService("NetworkServer")
local scriptContext = game:GetService("ScriptContext")

-- Servers of different years lack some of these calls. A missing one must not fail the start.
local function optional(call)
	return pcall(call)
end

optional(function() game:GetService("ContentProvider"):SetBaseUrl(baseUrl .. "/") end)
optional(function() game:GetService("ContentProvider"):SetThreadPool(16) end)
optional(function() game:GetService("ChangeHistoryService"):SetEnabled(false) end)
optional(function() game:SetPlaceID(placeId, false) end)
optional(function() settings().Diagnostics.LegacyScriptMode = true end)
-- Characters are loaded below instead.
optional(function() players.CharacterAutoLoads = false end)

-- Tells a service the address of one of its calls. The query names the ticket, because old servers send no headers.
local function setAddress(service, setter, path)
	local address = servicesUrl .. path .. (string.find(path, "?", 1, true) and "&" or "?") .. "ticket=" .. serverTicket
	optional(function()
		local object = game:GetService(service)
		object[setter](object, address)
	end)
end

local function setServices()
	local social = "/Game/LuaWebService/HandleSocialRequest.ashx?method="
	local badges = "/Game/Badge/"
	setAddress("BadgeService", "SetAwardBadgeUrl", badges .. "AwardBadge.ashx?UserID=%d&BadgeID=%d&PlaceID=%d")
	setAddress("BadgeService", "SetHasBadgeUrl", badges .. "HasBadge.ashx?UserID=%d&BadgeID=%d")
	setAddress("BadgeService", "SetIsBadgeDisabledUrl", badges .. "IsBadgeDisabled.ashx?BadgeID=%d&PlaceID=%d")
	setAddress("BadgeService", "SetIsBadgeLegalUrl", badges .. "IsBadgeLegal.ashx?BadgeID=%d&PlaceID=%d")
	setAddress("SocialService", "SetFriendUrl", social .. "IsFriendsWith&playerid=%d&userid=%d")
	setAddress("SocialService", "SetBestFriendUrl", social .. "IsBestFriendsWith&playerid=%d&userid=%d")
	setAddress("SocialService", "SetGroupUrl", social .. "IsInGroup&playerid=%d&groupid=%d")
	setAddress("SocialService", "SetGroupRankUrl", social .. "GetGroupRank&playerid=%d&groupid=%d")
	setAddress("SocialService", "SetGroupRoleUrl", social .. "GetGroupRole&playerid=%d&groupid=%d")
	setAddress("FriendService", "SetMakeFriendUrl", "/Game/CreateFriend?firstUserId=%d&secondUserId=%d")
	setAddress("FriendService", "SetBreakFriendUrl", "/Game/BreakFriend?firstUserId=%d&secondUserId=%d")
	setAddress("FriendService", "SetGetFriendsUrl", "/Game/AreFriends?userId=%d")
	setAddress("GamePassService", "SetPlayerHasPassUrl",
		"/Game/GamePass/GamePassHandler.ashx?Action=HasPass&UserID=%d&PassID=%d")
	setAddress("MarketplaceService", "SetProductInfoUrl", "/marketplace/productinfo?assetId=%d")
	setAddress("MarketplaceService", "SetDevProductInfoUrl", "/marketplace/productDetails?productId=%d")
	setAddress("MarketplaceService", "SetPlayerOwnsAssetUrl", "/ownership/hasasset?userId=%d&assetId=%d")
	setAddress("Players", "SetLoadDataUrl", "/Persistence/GetBlobUrl.ashx?placeid=" .. placeId .. "&userid=%d")
	setAddress("Players", "SetSaveDataUrl", "/Persistence/SetBlob.ashx?placeid=" .. placeId .. "&userid=%d")
	setAddress("Players", "SetAbuseReportUrl", "/AbuseReport/InGameChatHandler.ashx")
	setAddress("Players", "SetChatFilterUrl", "/Game/ChatFilter.ashx")
	setAddress("Players", "SetSysStatsUrl", "/Game/ReportSystats.ashx")
end

if servicesUrl ~= "" then
	setServices()
end

-- The scripts of the place start once it has loaded completely.
scriptContext.ScriptsDisabled = true
if mapLocation ~= "" then
	game:Load(mapLocation)
end
scriptContext.ScriptsDisabled = false

local serverQuery = "?ticket=" .. serverTicket
-- The verified players by their numbers, and the players who came while the site could not be reached.
local connected, unverified = {}, {}
local admitted = {}

local function respawnAfterDeath(player, character)
	local humanoid = character:FindFirstChild("Humanoid")
	if not humanoid then
		return
	end
	humanoid.Died:connect(function()
		wait(respawnSeconds)
		if player.Parent == players then
			player:LoadCharacter()
		end
	end)
end

local function admit(player)
	if admitted[player] then
		return
	end
	admitted[player] = true
	player.CharacterAdded:connect(function(character)
		respawnAfterDeath(player, character)
	end)
	player:LoadCharacter()
end

-- Removes a player, who sees the reason if the server can show one.
local function remove(player, reason)
	print("Player " .. player.Name .. " has to leave: " .. reason)
	if optional(function() player:Kick(reason) end) then
		return
	end
	optional(function()
		local message = Instance.new("Message")
		message.Text = reason
		message.Parent = player.PlayerGui
	end)
	wait(noticeSeconds)
	optional(function() player:Remove() end)
end

local function encoded(text)
	return (string.gsub(text, "[^%w]", function(character)
		return string.format("%%%02X", string.byte(character))
	end))
end

-- Returns true for a player whom the site admits. Otherwise false and the reason, or nil while the site cannot be reached.
local function askSite(number, name, session)
	local address = baseUrl .. "/game/verify" .. serverQuery .. "&id=" .. number .. "&name=" .. encoded(name)
		.. "&session=" .. session
	local answered, answer = optional(function() return game:HttpGet(address, true) end)
	answer = tostring(answer)
	if answered and string.find(answer, '"ok":true', 1, true) then
		return true
	end
	-- Some servers return the text of a refusal. Others raise an error with its status.
	local status, text = string.match(answer, "HTTP (%d+) %((.-)%)")
	if not answered and (not status or string.sub(status, 1, 1) ~= "4") or string.find(answer, "^%s*<") then
		return nil
	end
	return false, text or answer
end

local function keepIdentity(player, number, name)
	player.Changed:connect(function()
		if player.Parent == players and (player.Name ~= name or player.userId ~= number) then
			remove(player, "Session is for another player")
		end
	end)
end

-- Games wait until the data of a player is ready.
local function loadData(player)
	if servicesUrl ~= "" then
		optional(function() player:LoadData() end)
	end
end

local function saveData(player)
	if servicesUrl ~= "" then
		optional(function() player:SaveData() end)
	end
end

local function verify(player, session)
	local number, name = player.userId, player.Name
	local isValid, reason = askSite(string.format("%d", number), name, session)
	if isValid == nil and not requiresVerification then
		unverified[player] = session
		admit(player)
	elseif isValid then
		unverified[player] = nil
		local earlier = connected[number]
		connected[number] = player
		if earlier and earlier ~= player then
			remove(earlier, "You have joined again")
		end
		keepIdentity(player, number, name)
		-- The site knows now that the player is here, so this server may have the data.
		loadData(player)
		admit(player)
	else
		unverified[player] = nil
		remove(player, reason or "The site cannot be reached. Try again later.")
	end
end

-- The key of the player is in the address of their character.
local function verifyWithSession(player)
	for _ = 0, sessionSeconds * 2 do
		local session = string.match(tostring(player.CharacterAppearance), "[?&]session=(%w+)")
		if session then
			return verify(player, session)
		end
		wait(0.5)
	end
	remove(player, "Session not found")
end

players.PlayerAdded:connect(function(player)
	print("Player " .. player.Name .. " has joined")
	if verifies then
		verifyWithSession(player)
	else
		admit(player)
	end
end)

players.PlayerRemoving:connect(function(player)
	print("Player " .. player.Name .. " has left")
	unverified[player], admitted[player] = nil, nil
	for number, other in pairs(connected) do
		if other == player then
			connected[number] = nil
			saveData(player)
			optional(function() game:HttpPost(baseUrl .. "/game/left" .. serverQuery .. "&number=" .. number, "", true) end)
		end
	end
end)

server:Start(serverPort, networkSleepMilliseconds)
game:GetService("RunService"):Run()
print("Listening on port " .. serverPort)

local leaveReasons = {
	kicked = "Kicked from this game",
	left = "You have left this game",
	moderated = "This account is moderated",
}

-- Characters that JSON escapes. Quotes become control characters, so that they end no text.
local escapes = { ['"'] = "\1", n = "\n", t = "\t" }

local function unquoted(answer)
	return (string.gsub(answer, "\\(.)", function(character)
		return escapes[character] or character
	end))
end

-- Returns the reason that a player sees. Players whom the game's maker removed see the maker's words as well.
local function reasonWith(reason, text)
	local shown = leaveReasons[reason] or "Session not found"
	return text and shown .. ": " .. string.gsub(text, "\1", '"') or shown
end

local function reportPlayers()
	local numbers = {}
	for number in pairs(connected) do
		numbers[#numbers + 1] = string.format("%d", number)
	end
	local address = baseUrl .. "/game/players" .. serverQuery
	local body = "[" .. table.concat(numbers, ",") .. "]"
	local answered, answer = optional(function() return game:HttpPost(address, body, true, "application/json") end)
	if not answered then
		answered, answer = optional(function() return game:HttpGet(address, true) end)
	end
	-- While the site cannot be reached, everybody stays.
	if not answered then
		return
	end
	answer = unquoted(tostring(answer))
	for number, reason, rest in string.gmatch(answer, '{"number":(%d+),[^{}]*"reason":"([^"]*)"()') do
		local player = connected[tonumber(number)]
		if player then
			remove(player, reasonWith(reason, string.match(answer, '^,"text":"([^"]*)"', rest)))
		end
	end
	local waiting = {}
	for player, session in pairs(unverified) do
		waiting[player] = session
	end
	for player, session in pairs(waiting) do
		verify(player, session)
	end
end

local function sendHeartbeats()
	while true do
		-- A failed heartbeat is ignored, because the next one makes up for it.
		optional(function() game:HttpGet(presenceUrl, true) end)
		if verifies then
			reportPlayers()
		end
		wait(presenceSeconds)
	end
end

if presenceUrl ~= "" then
	delay(0, sendHeartbeats)
end
