-- Hosts a game: loads a place and lets players in.

local baseUrl, placeId = _BASE_URL, _PLACE_ID
local mapLocation, serverPort = _MAP_LOCATION, _SERVER_PORT
local presenceUrl = _SERVER_PRESENCE_URL

local presenceSeconds = 15
local respawnSeconds = 5
local networkSleepMilliseconds = 20

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

-- The scripts of the place start once it has loaded completely.
scriptContext.ScriptsDisabled = true
if mapLocation ~= "" then
	game:Load(mapLocation)
end
scriptContext.ScriptsDisabled = false

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

players.PlayerAdded:connect(function(player)
	print("Player " .. player.Name .. " has joined")
	player.CharacterAdded:connect(function(character)
		respawnAfterDeath(player, character)
	end)
	player:LoadCharacter()
end)

players.PlayerRemoving:connect(function(player)
	print("Player " .. player.Name .. " has left")
end)

server:Start(serverPort, networkSleepMilliseconds)
game:GetService("RunService"):Run()
print("Listening on port " .. serverPort)

local function sendHeartbeats()
	while true do
		-- A failed heartbeat is ignored, because the next one makes up for it.
		optional(function() game:HttpGet(presenceUrl, true) end)
		wait(presenceSeconds)
	end
end

if presenceUrl ~= "" then
	delay(0, sendHeartbeats)
end
