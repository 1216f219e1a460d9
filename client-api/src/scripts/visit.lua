-- Plays the open place in the studio, with one local player and no network.

local baseUrl, placeId = _BASE_URL, _PLACE_ID

local respawnSeconds = 5

local players = game:GetService("Players")

-- Studios of different years lack some of these calls. A missing one must not fail the visit.
local function optional(call)
	return pcall(call)
end

optional(function() game:GetService("ContentProvider"):SetBaseUrl(baseUrl .. "/") end)
optional(function() game:GetService("ChangeHistoryService"):SetEnabled(false) end)
optional(function() game:SetPlaceID(placeId, false) end)
optional(function() game:GetService("Visit"):SetUploadUrl("") end)
optional(function() players.CharacterAutoLoads = false end)

local player = players:CreateLocalPlayer(0)
player.CharacterAppearance = ""

player.CharacterAdded:connect(function(character)
	local humanoid = character:FindFirstChild("Humanoid")
	if not humanoid then
		return
	end
	humanoid.Died:connect(function()
		wait(respawnSeconds)
		player:LoadCharacter()
	end)
end)

game:GetService("RunService"):Run()
player:LoadCharacter()
