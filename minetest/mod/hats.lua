-- Hats of players: each is an entity on the head of the figure, with a mesh and a texture from the site.

local after, sha1, write_file, time = core.after, core.sha1, core.safe_file_write, core.get_us_time
local add_media, players = core.dynamic_add_media, core.get_connected_players

--- Files have to stay in place while the server runs.
local folder = core.get_worldpath() .. "/baseplate_hats"

local max_worn = 3
local max_bytes = 1000000

--- Maximum number of different hats until the server ends. Players receive all of them when they enter.
local max_hats = 100

--- Seconds between checks for hats that the engine has removed, and for players whom the game has given another model.
local watch_interval = 2

--- Seconds that slow clients have to receive a hat before the others see it.
local patience = 3

--- Seconds that a client may take to enter. It misses hats that are sent meanwhile.
local entering = 60

--- Seconds for which a hat is hidden, so that clients notice that it is shown again.
local settling = 0.3

core.register_entity("baseplate:hat", {
	initial_properties = {
		visual = "mesh",
		mesh = "",
		textures = {},
		physical = false,
		collide_with_objects = false,
		pointable = false,
		static_save = false,
		backface_culling = false,
	},
	on_activate = function(self) self.object:set_armor_groups({ immortal = 1 }) end,
})

return function(site, figure)
	local hats, count = {}, 0 -- by id: names and paths of their files
	local worn = {} -- by name of the player and id of the hat: { hat, object }

	core.rmdir(folder, true)
	core.mkdir(folder)

	local function each_worn(visit)
		for name, list in pairs(worn) do
			for _, item in pairs(list) do visit(item, name) end
		end
	end

	local function set_visible(hat, is_visible)
		each_worn(function(item)
			if item.hat == hat and item.object:get_pos() then item.object:set_properties({ is_visible = is_visible }) end
		end)
	end

	--- Shows a hat to clients that received its mesh after its entity.
	local function show_again(hat)
		if hat.is_hidden then return end
		hat.is_hidden = true
		set_visible(hat, false)
		after(settling, function()
			hat.is_hidden = false
			set_visible(hat, true)
		end)
	end

	--- Sends a hat to all players, and to players who enter later. Calls `done()` when all players have it, or after `patience`.
	local function send(hat, done)
		local missing, is_done = {}, false
		for _, player in ipairs(players()) do missing[player:get_player_name()] = true end
		local function finish()
			if not is_done then
				is_done = true
				done()
			end
		end
		hat.sent = time()
		-- Clients receive the texture before the mesh, and without a mesh they do not look for a texture.
		add_media({ filepath = hat.texture.path }, function() end)
		add_media({ filepath = hat.mesh.path }, function(name)
			missing[name] = nil
			if is_done then show_again(hat) elseif next(missing) == nil then finish() end
		end)
		after(patience, finish)
	end

	local function attach(item, player)
		local object = core.add_entity(player:get_pos(), "baseplate:hat")
		if not object then return end
		object:set_properties({ mesh = item.hat.mesh.file, textures = { item.hat.texture.file } })
		object:set_attach(player, "Head", { x = 0, y = 0, z = 0 }, { x = 0, y = 0, z = 0 })
		item.object = object
	end

	local function take_off(name)
		for _, item in pairs(worn[name] or {}) do item.object:remove() end
		worn[name] = nil
	end

	local function wear(name, id, hat)
		local player = core.get_player_by_name(name)
		if not player or not figure.is_on(player) then return end
		worn[name] = worn[name] or {}
		if worn[name][id] then return end
		local item = { hat = hat }
		attach(item, player)
		if item.object then worn[name][id] = item end
	end

	--- Loads a file of a hat, or keeps the current one. `done(file)`: nil if there is none.
	local function load(address, kind, kept, done)
		site.get(address, function(body, status)
			if status == 304 then return done(kept) end
			if status ~= 200 or #body == 0 or #body > max_bytes then return done(nil) end
			local hash = sha1(body)
			local file = "baseplate_" .. hash .. "." .. kind
			local path = folder .. "/" .. file
			done(write_file(path, body) and { hash = hash, file = file, path = path } or nil)
		end, kept and { 'If-None-Match: "' .. kept.hash .. '"' })
	end

	local function is_same(hat, texture, mesh)
		return hat and hat.texture.file == texture.file and hat.mesh.file == mesh.file
	end

	--- `done(hat)`: the players have the hat.
	local function fetch(entry, done)
		local kept = hats[entry.id]
		load(entry.texture, "png", kept and kept.texture, function(texture)
			if not texture then return end
			load(entry.mesh, "obj", kept and kept.mesh, function(mesh)
				if not mesh then return end
				local known = hats[entry.id]
				if is_same(known, texture, mesh) then return after(known.is_ready and 0 or patience, done, known) end
				if count >= max_hats then return end
				count = count + 1
				local hat = { mesh = mesh, texture = texture }
				hats[entry.id] = hat
				send(hat, function()
					hat.is_ready = true
					done(hat)
				end)
			end)
		end)
	end

	core.register_on_leaveplayer(function(player) take_off(player:get_player_name()) end)

	-- A client that was entering while a hat was sent would report that its mesh is missing.
	core.register_on_joinplayer(function()
		local recent = {}
		each_worn(function(item)
			if time() - item.hat.sent < entering * 1000000 then recent[item.hat] = true end
		end)
		for hat in pairs(recent) do
			set_visible(hat, false)
			send(hat, function() set_visible(hat, true) end)
		end
	end)

	local function watch()
		for name, list in pairs(worn) do
			local player = core.get_player_by_name(name)
			if not player or not figure.is_on(player) then
				take_off(name)
			else
				for _, item in pairs(list) do
					if not item.object:get_pos() then attach(item, player) end
				end
			end
		end
		after(watch_interval, watch)
	end
	after(watch_interval, watch)

	return {
		--- Puts the hats of a player's avatar on the player's figure.
		put_on = function(name)
			site.get("/api/figure-hats/" .. baseplate.username_of(name), function(body, status)
				local list = status == 200 and core.parse_json(body)
				if type(list) ~= "table" then return end
				for index = 1, math.min(#list, max_worn) do
					fetch(list[index], function(hat) wear(name, list[index].id, hat) end)
				end
			end)
		end,
	}
end
