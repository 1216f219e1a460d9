-- Joins a game: connects this client to a game server, as one player.

local baseUrl, placeId = _BASE_URL, _PLACE_ID
local serverAddress, serverPort = _SERVER_ADDRESS, _SERVER_PORT
local userId, username, membership = _USER_ID, _USERNAME, _MEMBERSHIP_TYPE
local appearanceUrl, pingUrl = _CHAR_APPEARANCE, _PING_URL

-- The platform ends a session 35 seconds after the last heartbeat.
local pingSeconds = 15
local networkSleepMilliseconds = 15

local players = game:GetService("Players")
local client = game:GetService("NetworkClient")
local visit = game:GetService("Visit")

-- Clients of different years lack some of these calls. A missing one must not fail the join.
local function optional(call)
	return pcall(call)
end

local function show(message)
	optional(function() game:SetMessage(message) end)
	print(message)
end

local function leave(message)
	show(message)
	optional(function() visit:SetPing("", 0) end)
end

optional(function() game:GetService("ContentProvider"):SetBaseUrl(baseUrl .. "/") end)
optional(function() game:GetService("ContentProvider"):SetThreadPool(16) end)
optional(function() game:GetService("ChangeHistoryService"):SetEnabled(false) end)
optional(function() game:GetService("ScriptContext").ScriptsDisabled = false end)
optional(function() game:SetPlaceID(placeId, false) end)
optional(function() settings().Diagnostics.LegacyScriptMode = true end)

local function onDisconnected(_, lostConnection)
	if lostConnection then
		leave("You have lost the connection to the game")
	else
		leave("This game has shut down")
	end
end

local function onAccepted(_, replicator)
	replicator.Disconnection:connect(onDisconnected)
	show("Loading the place")
	-- The marker returns after everything that the server sends first.
	local marker = replicator:SendMarker()
	marker.Received:connect(function()
		optional(function() game:ClearMessage() end)
	end)
end

local function onRejected()
	leave("This game cannot be joined: the server runs another version")
end

local function onFailed(_, code, reason)
	leave("The game server cannot be reached (" .. tostring(code) .. " " .. tostring(reason or "") .. ")")
end

client.ConnectionAccepted:connect(onAccepted)
client.ConnectionRejected:connect(onRejected)
client.ConnectionFailed:connect(onFailed)
optional(function() client.Ticket = "" end)

show("Connecting to the game server")
-- Heartbeats start before the place loads, because a large place may take longer than a session lasts without them.
if pingUrl ~= "" then
	visit:SetPing(pingUrl, pingSeconds)
end

local player
-- Newer clients create the player while connecting. Older ones need the player first.
local connected = optional(function()
	player = client:PlayerConnect(userId, serverAddress, serverPort, 0, networkSleepMilliseconds)
end)
if not connected then
	player = players:CreateLocalPlayer(userId)
	client:Connect(serverAddress, serverPort, 0, networkSleepMilliseconds)
end

player.Name = username
player.CharacterAppearance = appearanceUrl
optional(function() player:SetMembershipType(membership) end)
optional(function() player:SetAccountAge(0) end)
optional(function() player:SetSuperSafeChat(false) end)
