-- Tells the game server of a place who made it, where the data of its players is saved, and where the server reports to.

local baseUrl, placeId = _BASE_URL, _PLACE_ID
local creatorId, serverTicket = _CREATOR_ID, _SERVER_TICKET

local players = game:GetService("Players")

-- Servers of different years lack some of these calls. A missing one must not fail the others.
local function optional(call)
	return pcall(call)
end

-- Without a place, there is no creator.
if placeId ~= 0 then
	optional(function() game:SetCreatorID(creatorId, Enum.CreatorType.User) end)
end

-- Servers with a ticket have it in the address, because old ones send no headers.
local ofPlayer = "?placeid=" .. placeId .. "&userid=%d"
if serverTicket ~= "" then
	ofPlayer = ofPlayer .. "&ticket=" .. serverTicket
end
optional(function() players:SetLoadDataUrl(baseUrl .. "/Persistence/GetBlobUrl.ashx" .. ofPlayer) end)
optional(function() players:SetSaveDataUrl(baseUrl .. "/Persistence/SetBlob.ashx" .. ofPlayer) end)
optional(function() players:SetSysStatsUrl(baseUrl .. "/Game/ReportSystats.ashx?placeid=" .. placeId) end)

-- Games wait until the data of a player is ready.
players.PlayerAdded:connect(function(player)
	optional(function() player:LoadData() end)
end)
players.PlayerRemoving:connect(function(player)
	optional(function() player:SaveData() end)
end)
