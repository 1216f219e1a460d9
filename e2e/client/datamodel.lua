-- A simulation of the classic client's DataModel. Its classes have the client's members and refuse all others, as the
-- client does. It records every change of a property, every connection to an event, and every call, except of the methods
-- that all classes share.
-- `absent` is the set of members that an older client lacks, such as "NetworkClient.PlayerConnect". `pictures` are the
-- successive thumbnails, in base64. `request` sends an HTTP request, and returns the status and the body.

local machine, absent, pictures, request = ...
local names, record, run = machine.names, machine.record, machine.run
local type, tostring, error, rawget, rawset, ipairs, pairs = type, tostring, error, rawget, rawset, ipairs, pairs
local getmetatable, setmetatable = getmetatable, setmetatable

local new
local shared = { methods = { "FindFirstChild", "Destroy", "Remove", "ClearAllChildren" }, events = { "Changed", "ChildAdded" } }

-- Marks a property without a value.
local none = {}

local function class(methods, events, properties)
	return { methods = methods, events = events or {}, properties = properties or {} }
end

local services = {
	NetworkClient = class({ "Connect", "PlayerConnect", "Disconnect" },
		{ "ConnectionAccepted", "ConnectionRejected", "ConnectionFailed" }, { Ticket = "" }),
	NetworkServer = class({ "Start", "Stop" }, { "IncommingConnection" }),
	Players = class({ "CreateLocalPlayer", "SetChatStyle", "SetLoadDataUrl", "SetSaveDataUrl", "SetAbuseReportUrl",
		"SetChatFilterUrl", "SetSysStatsUrl" }, { "PlayerAdded", "PlayerRemoving" },
		{ LocalPlayer = none, CharacterAutoLoads = true }),
	Visit = class({ "SetPing", "SetUploadUrl" }),
	RunService = class({ "Run", "Pause", "Stop" }, { "Stepped" }),
	ContentProvider = class({ "SetBaseUrl", "SetThreadPool", "SetCacheSize", "Preload" }),
	ScriptContext = class({ "SetTimeout", "AddStarterScript", "AddCoreScript" }, {}, { ScriptsDisabled = false }),
	ChangeHistoryService = class({ "SetEnabled" }),
	InsertService = class({ "SetAssetUrl", "SetAssetVersionUrl", "SetBaseSetsUrl", "SetUserSetsUrl", "SetCollectionUrl",
		"SetFreeModelUrl", "SetFreeDecalUrl", "SetBaseCategoryUrl" }),
	ScriptInformationProvider = class({ "SetAssetUrl" }),
	BadgeService = class({ "SetAwardBadgeUrl", "SetHasBadgeUrl", "SetIsBadgeDisabledUrl", "SetIsBadgeLegalUrl" }),
	SocialService = class({ "SetFriendUrl", "SetBestFriendUrl", "SetGroupUrl", "SetGroupRankUrl", "SetGroupRoleUrl" }),
	FriendService = class({ "SetMakeFriendUrl", "SetBreakFriendUrl", "SetGetFriendsUrl" }),
	GamePassService = class({ "SetPlayerHasPassUrl" }),
	MarketplaceService = class({ "SetProductInfoUrl", "SetDevProductInfoUrl", "SetPlayerOwnsAssetUrl" }),
	Workspace = class({}),
	ThumbnailGenerator = class({ "Click" }),
}

local classes = setmetatable({
	DataModel = class({ "GetService", "Load", "SetPlaceID", "SetMessage", "ClearMessage", "SetRemoteBuildMode", "HttpGet",
		"HttpPost", "SetCreatorID", "SetPlaceVersion" }, { "Loaded" }, { PlaceId = 0 }),
	Player = class({ "LoadCharacter", "LoadData", "SaveData", "SetMembershipType", "SetAccountAge", "SetSuperSafeChat",
		"Kick" },
		{ "CharacterAdded", "Idled" }, { Character = none, CharacterAppearance = "", userId = 0, PlayerGui = none }),
	PlayerGui = class({}),
	Message = class({}, {}, { Text = "" }),
	Model = class({}),
	Humanoid = class({}, { "Died" }, { Health = 100 }),
	Part = class({}, { "Touched" }, { Position = none, CFrame = none }),
	Camera = class({}, {}, { CoordinateFrame = none, FieldOfView = 70 }),
	ClientReplicator = class({ "SendMarker" }, { "Disconnection" }),
	Marker = class({}, { "Received" }),
	Diagnostics = class({}, {}, { LegacyScriptMode = false }),
	GlobalSettings = class({}, {}, { Diagnostics = none }),
}, { __index = services })

-- Value types of the client, with the arithmetic that scripts use.
local vector = {}
local function newVector(x, y, z)
	local value = setmetatable({ x = x or 0, y = y or 0, z = z or 0 }, vector)
	names[value] = ("Vector3(%g, %g, %g)"):format(value.x, value.y, value.z)
	return value
end
local function isVector(value) return getmetatable(value) == vector end
vector.__add = function(one, other)
	if not isVector(one) or not isVector(other) then error("attempt to add a Vector3 and a number", 0) end
	return newVector(one.x + other.x, one.y + other.y, one.z + other.z)
end
vector.__mul = function(one, other)
	if type(one) == "number" then one, other = other, one end
	if type(other) ~= "number" then error("bad argument to a product of a Vector3", 0) end
	return newVector(one.x * other, one.y * other, one.z * other)
end
Vector3 = { new = newVector }

-- A position and a direction. The simulation ignores the target: every frame looks along the negative z axis.
local frame = {}
CFrame = { new = function(position, target)
	if not isVector(position) or not isVector(target) then error("CFrame.new takes two Vector3 here", 0) end
	local value = setmetatable({ p = position, lookVector = newVector(0, 0, -1) }, frame)
	names[value] = "CFrame(" .. names[position] .. ", " .. names[target] .. ")"
	return value
end }

local single = {}
local function service(name)
	single[name] = single[name] or new(name)
	return single[name]
end

local function localPlayer(_, userId)
	local player = new("Player")
	player.userId = userId
	rawset(service("Players"), "LocalPlayer", player)
	return player
end

-- Returns the body of a response. An error has the status and the body, as in the client.
local function ask(method, url, body)
	local status, text = request(method, url, body):match("^(%d+)\n(.*)$")
	if status:sub(1, 1) ~= "2" then error("HTTP " .. status .. " (" .. text .. ")", 0) end
	return text
end

-- Takes a player out of the game, and records who it was and why.
local function removed(player, reason)
	record("removed", player.Name, "removed", reason or "")
	player.Parent = nil
	service("Players").PlayerRemoving:fire(player)
end

-- The behaviour of methods that scripts depend on. Calls of all other methods are only recorded.
local behaviours = {
	["DataModel.GetService"] = function(_, name)
		if not services[name] then error("'" .. tostring(name) .. "' is not a valid service", 0) end
		return service(name)
	end,
	["DataModel.HttpGet"] = function(_, url) return ask("GET", url, "") end,
	["DataModel.HttpPost"] = function(_, url, body) return ask("POST", url, body) end,
	["Player.Kick"] = removed,
	["Players.CreateLocalPlayer"] = localPlayer,
	["NetworkClient.PlayerConnect"] = localPlayer,
	["ClientReplicator.SendMarker"] = function() return service("Marker") end,
	["ThumbnailGenerator.Click"] = function(_, format, width, height, hidesSky)
		if format ~= "PNG" or type(width) ~= "number" or type(height) ~= "number" or type(hidesSky) ~= "boolean" then
			error("Click takes a format, a width, a height, and whether the sky is left out", 0)
		end
		return table.remove(pictures, 1) or error("no thumbnail is left", 0)
	end,
	["Player.LoadCharacter"] = function(player)
		local character = new("Model")
		rawset(character, "Humanoid", new("Humanoid"))
		local head = new("Part")
		rawset(head, "Position", newVector(0, 4.5, 0))
		rawset(head, "CFrame", CFrame.new(head.Position, head.Position))
		rawset(character, "Head", head)
		rawset(player, "Character", character)
		player.CharacterAdded:fire(character)
	end,
}
for _, name in ipairs(shared.methods) do
	behaviours[name] = function() end
end
behaviours.Remove = function(instance)
	if names[instance] == "Player" then removed(instance) end
end
behaviours.FindFirstChild = function(instance, name) return rawget(instance, name) end

local function event(owner, name)
	local handlers = {}
	local signal = { fire = function(_, ...)
		for _, handler in ipairs(handlers) do run(handler, ...) end
	end }
	function signal.connect(_, handler)
		record("connect", owner, name)
		handlers[#handlers + 1] = handler
		return { disconnect = function() end }
	end
	signal.Connect = signal.connect
	return signal
end

local function has(list, name)
	for _, member in ipairs(list) do
		if member == name then return true end
	end
	return false
end

function new(className)
	local own = classes[className]
	if not own then error("Unable to create an Instance of type " .. tostring(className), 0) end
	local instance, properties, events = {}, { Name = className, Parent = none }, {}
	for name, value in pairs(own.properties) do properties[name] = value end

	local function refuse(name)
		error(tostring(name) .. " is not a valid member of " .. className, 0)
	end

	setmetatable(instance, {
		__index = function(_, name)
			-- Methods of the oldest classes may also be called with a lower-case first letter.
			local method = type(name) == "string" and (name:gsub("^%l", string.upper)) or name
			if absent[className .. "." .. tostring(method)] then refuse(name) end
			if properties[name] == none then return nil end
			if properties[name] ~= nil then return properties[name] end
			if has(own.events, name) or has(shared.events, name) then
				events[name] = events[name] or event(className, name)
				return events[name]
			end
			local common = has(shared.methods, name)
			if not common and not has(own.methods, method) then refuse(name) end
			return function(self, ...)
				if self ~= instance then error(name .. " is called without its object", 0) end
				if not common then record("call", className, method, ...) end
				local behave = behaviours[common and name or className .. "." .. method]
				if behave then return behave(self, ...) end
			end
		end,
		__newindex = function(_, name, value)
			if absent[className .. "." .. tostring(name)] or properties[name] == nil then refuse(name) end
			if value == nil then properties[name] = none else properties[name] = value end
			record("set", className, name, value)
		end,
	})
	names[instance] = className
	return instance
end

game = service("DataModel")
workspace = service("Workspace")
Game, Workspace = game, workspace
Instance = { new = new }

local globalSettings = new("GlobalSettings")
rawset(globalSettings, "Diagnostics", new("Diagnostics"))
function settings() return globalSettings end

local enums = {
	MembershipType = { "None", "BuildersClub", "TurboBuildersClub", "OutrageousBuildersClub" },
	CreatorType = { "User", "Group" },
	ChatStyle = { "Classic", "Bubble", "ClassicAndBubble" },
}
Enum = {}
for name, items in pairs(enums) do
	local known = {}
	for _, item in ipairs(items) do
		known[item] = newproxy(false)
		names[known[item]] = "Enum." .. name .. "." .. item
	end
	Enum[name] = setmetatable({}, { __index = function(_, item)
		return known[item] or error(tostring(item) .. " is not a valid EnumItem", 0)
	end })
end

local joined
local present = {}

-- Returns the object for an argument that names a class: the joining player, or the only object of the class.
local function objectFor(argument)
	if type(argument) ~= "string" or not rawget(classes, argument) then return argument end
	if argument ~= "Player" then return service(argument) end
	joined = joined or new("Player")
	return joined
end

-- Fires an event of a service, of the player or of the player's character.
local function fire(className, name, ...)
	local objects = { ... }
	for i, argument in ipairs(objects) do objects[i] = objectFor(argument) end
	if name == "PlayerAdded" then joined.Parent = service("Players") end
	if name == "PlayerRemoving" then joined.Parent = nil end
	local player = joined or service("Players").LocalPlayer
	local target = className == "Player" and player
		or className == "Humanoid" and player.Character:FindFirstChild("Humanoid")
		or service(className)
	target[name]:fire(unpack(objects))
end

-- Connects a player to the game server, as its client describes itself.
function machine.connect(userId, name, appearance)
	local player = new("Player")
	player.userId, player.Name, player.CharacterAppearance = userId, name, appearance
	player.PlayerGui = new("PlayerGui")
	player.Parent = service("Players")
	present[userId] = player
	service("Players").PlayerAdded:fire(player)
end

-- Sets the name of a connected player, as a client may do at any time.
function machine.rename(userId, name)
	present[userId].Name = name
	present[userId].Changed:fire("Name")
end

-- Disconnects a player, whose client has gone.
function machine.disconnect(userId)
	present[userId].Parent = nil
	service("Players").PlayerRemoving:fire(present[userId])
end

return fire
