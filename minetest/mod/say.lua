-- What the server tells players who may not enter, or have to leave. The engine shows these texts as they are, and translates none.

local say = {}

function say.not_admitted(base) return "Open the page of this game at " .. base .. " and press Play to join it." end

say.away = "The platform cannot be reached at the moment. Press Play again in a minute."

say.replaced = "You have joined this game again."

local reasons = {
	left = function() return "You have left this game, or joined another one." end,
	kicked = function(text)
		if not text or text == "" then return "The maker of this game has removed you." end
		return "The maker of this game has removed you: " .. text
	end,
	["not verified"] = function() return "The platform does not know that you are here. Press Play again." end,
	moderated = function() return "A moderator has restricted your account. Sign in on the platform to read why." end,
}

--- Returns the text for a reason of the site; nil: nobody has to leave for this reason.
function say.removed(reason, text) return reasons[reason] and reasons[reason](text) end

return say
