-- Messages to players who may not enter or have to leave.

local S = core.get_translator("baseplate")

--- Returns a text in the language of a player's client, if it is known. Clients do not translate these texts.
local function to(name, text)
	local client = core.get_player_information(name)
	return core.get_translated_string(client and client.lang_code or "", text)
end

local say = {}

function say.not_admitted(name, base) return to(name, S("Open the page of this game at @1 and press Play to join it.", base)) end

function say.away(name) return to(name, S("The platform cannot be reached at the moment. Press Play again in a minute.")) end

function say.replaced(name) return to(name, S("You have joined this game again.")) end

local reasons = {
	left = function() return S("You have left this game, or joined another one.") end,
	kicked = function(text)
		if not text or text == "" then return S("The maker of this game has removed you.") end
		return S("The maker of this game has removed you: @1", text)
	end,
	moderated = function() return S("A moderator has restricted your account. Sign in on the platform to read why.") end,
	["not verified"] = function() return S("The platform does not know that you are here. Press Play again.") end,
}

--- Returns the text for a reason of the site; nil: no player has to leave for this reason.
function say.removed(name, reason, text) return reasons[reason] and to(name, reasons[reason](text)) end

return say
