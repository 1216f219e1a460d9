-- Tells a place who made it, and where its services ask for friends, groups, passes and products.

local baseUrl, placeId = _BASE_URL, _PLACE_ID
local creatorId, placeVersion = _CREATOR_ID, _PLACE_VERSION

-- Clients of different years lack some of these calls. A missing one must not fail the others.
local function optional(call)
	return pcall(call)
end

-- Without a place, the services work all the same.
if placeId ~= 0 then
	optional(function() game:SetCreatorID(creatorId, Enum.CreatorType.User) end)
	optional(function() game:SetPlaceVersion(placeVersion) end)
end

local socialUrl = baseUrl .. "/Game/LuaWebService/HandleSocialRequest.ashx?method="
local function withSocial(call)
	optional(function() call(game:GetService("SocialService")) end)
end
withSocial(function(social) social:SetFriendUrl(socialUrl .. "IsFriendsWith&playerid=%d&userid=%d") end)
withSocial(function(social) social:SetBestFriendUrl(socialUrl .. "IsBestFriendsWith&playerid=%d&userid=%d") end)
withSocial(function(social) social:SetGroupUrl(socialUrl .. "IsInGroup&playerid=%d&groupid=%d") end)
withSocial(function(social) social:SetGroupRankUrl(socialUrl .. "GetGroupRank&playerid=%d&groupid=%d") end)
withSocial(function(social) social:SetGroupRoleUrl(socialUrl .. "GetGroupRole&playerid=%d&groupid=%d") end)

optional(function()
	game:GetService("GamePassService"):SetPlayerHasPassUrl(
		baseUrl .. "/Game/GamePass/GamePassHandler.ashx?Action=HasPass&UserID=%d&PassID=%d")
end)

local function withMarketplace(call)
	optional(function() call(game:GetService("MarketplaceService")) end)
end
withMarketplace(function(market) market:SetProductInfoUrl(baseUrl .. "/marketplace/productinfo?assetId=%d") end)
withMarketplace(function(market)
	market:SetDevProductInfoUrl(baseUrl .. "/marketplace/productDetails?productId=%d")
end)
withMarketplace(function(market)
	market:SetPlayerOwnsAssetUrl(baseUrl .. "/ownership/hasasset?userId=%d&assetId=%d")
end)
