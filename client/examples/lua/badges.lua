-- Awards badges to players: docs/making/badges.md. For game servers in Lua 5.1 or later.
--
--   local badges = require("badges").open(data) -- what `open` of data.lua returns
--   local awarded, problem = badges:award(number, badge) -- true: won now. false: the player had it. nil: it was not awarded
--
-- The site awards a badge once, so a request is repeated until the site has answered it.

local Badges = {}
Badges.__index = Badges

--- @param number number of a player who is verified in this server
--- @param badge number of the badge
function Badges:award(number, badge)
	local path = ("/api/server/badges/%.0f/award"):format(badge)
	local _, _, text, problem = self.data:send("POST", path, nil, ('{"player":%.0f}'):format(number))
	if problem then return nil, problem end
	return self.data:parsed(text).awarded == true
end

return {
	open = function(data) return setmetatable({ data = data }, Badges) end,
}
