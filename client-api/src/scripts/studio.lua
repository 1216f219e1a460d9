-- Sets up the studio: the addresses of assets, and the time limit of scripts.

local baseUrl = _BASE_URL

local scriptTimeoutSeconds = 10

-- Studios of different years lack some of these calls. A missing one must not fail the start.
local function optional(call)
	return pcall(call)
end

local assetUrl = baseUrl .. "/asset/"
local insertAssetUrl = baseUrl .. "/Game/Tools/InsertAsset.ashx"

game:GetService("ContentProvider"):SetBaseUrl(baseUrl .. "/")
game:GetService("ScriptContext"):SetTimeout(scriptTimeoutSeconds)
optional(function() game:GetService("ScriptInformationProvider"):SetAssetUrl(assetUrl) end)

local insert = game:GetService("InsertService")
optional(function() insert:SetAssetUrl(assetUrl .. "?id=%d") end)
optional(function() insert:SetBaseSetsUrl(insertAssetUrl .. "?nsets=10&type=base") end)
optional(function() insert:SetUserSetsUrl(insertAssetUrl .. "?nsets=20&type=user&userid=%d") end)
optional(function() insert:SetCollectionUrl(insertAssetUrl .. "?sid=%d") end)
optional(function() insert:SetFreeModelUrl(insertAssetUrl .. "?type=fm&q=%s&pg=%d&rs=%d") end)
optional(function() insert:SetFreeDecalUrl(insertAssetUrl .. "?type=fd&q=%s&pg=%d&rs=%d") end)
