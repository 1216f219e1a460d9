-- Gives players the skin and the hats of their avatars on the platform.

local path = core.get_modpath("baseplate")
local figure = dofile(path .. "/figure.lua")

local after, sha1, to_base64 = core.after, core.sha1, core.encode_base64

--- Pauses in seconds before a skin is retried while the site is busy or cannot be reached.
local pauses = { 2, 8, 30 }

--- Maximum number of cached skins, for returning players. Each has a few kilobytes.
local max_kept = 200

--- Texture names are at most 65,535 bytes, and Base64 makes three bytes of four.
local max_bytes = 48000

local function is_png(body) return body:sub(1, 8) == "\137PNG\r\n\26\n" and #body <= max_bytes end

return function(site)
	local hats = dofile(path .. "/hats.lua")(site, figure)
	local skins, count = {}, 0 -- by name of the player

	local function keep(name, skin)
		if not skins[name] then count = count + 1 end
		if count > max_kept then skins, count = {}, 1 end
		skins[name] = skin
		return skin
	end

	--- Paints a player. The texture itself is the property: a client that joins at the same moment could not be sent a file before
	--- the property that names it, and would keep showing a placeholder.
	local function dress(name, attempt)
		local kept = skins[name]
		local headers = kept and { 'If-None-Match: "' .. kept.hash .. '"' }
		site.get("/api/skin/" .. baseplate.username_of(name) .. ".png", function(body, status)
			local player = core.get_player_by_name(name)
			if not player or not figure.is_on(player) then return end
			local skin = status == 304 and kept
			if status == 200 and is_png(body) then
				skin = keep(name, { hash = sha1(body), texture = "[png:" .. to_base64(body) })
			end
			if skin then figure.paint(player, skin.texture)
			elseif (status == 0 or status >= 429) and pauses[attempt] then after(pauses[attempt], dress, name, attempt + 1) end
		end, headers)
	end

	core.register_on_joinplayer(function(player)
		local name = player:get_player_name()
		-- The game's mods decide first.
		after(0, function()
			local present = core.get_player_by_name(name)
			if not present or not figure.put_on(present) then return end
			dress(name, 1)
			hats.put_on(name)
		end)
	end)
end
