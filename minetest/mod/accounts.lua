-- Signs players in with the keys of their joins, and keeps their privileges.

--- Privileges that act on the engine or on accounts, which belong to the platform.
local withheld = { server = true, privs = true, password = true, ban = true, rollback = true }

return function(admissions)
	local storage = core.get_mod_storage()

	local function without_withheld(privs)
		local own = {}
		for priv, has in pairs(privs) do own[priv] = has and not withheld[priv] or nil end
		return own
	end

	--- The stored text begins with `=`, because the engine does not store empty text.
	local function privs_of(name)
		local chosen = storage:get_string("privs:" .. name):match("^=(.*)$")
		return without_withheld(core.string_to_privs(chosen or core.settings:get("default_privs")))
	end

	core.register_authentication_handler({
		get_auth = function(name)
			local entry = admissions.entry_of(name)
			if not entry then return nil end
			-- Computing it takes milliseconds, and games ask for privileges often.
			entry.password = entry.password or core.get_password_hash(name, entry.key)
			return { password = entry.password, privileges = privs_of(name), last_login = os.time() }
		end,
		set_privileges = function(name, privs)
			local before, now = privs_of(name), without_withheld(privs)
			storage:set_string("privs:" .. name, "=" .. core.privs_to_string(now))
			for priv in pairs(now) do
				if not before[priv] then core.run_priv_callbacks(name, priv, nil, "grant") end
			end
			for priv in pairs(before) do
				if not now[priv] then core.run_priv_callbacks(name, priv, nil, "revoke") end
			end
			core.notify_authentication_modified(name)
		end,
		create_auth = function() end,
		delete_auth = function() return false end,
		set_password = function() return false end,
		reload = function() return true end,
		record_login = function() end,
		iterate = admissions.each_admitted,
	})
end
