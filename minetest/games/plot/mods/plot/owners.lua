-- The owner of each plot, stored in the world. The engine's names are the keys: on a platform they contain the account's number,
-- which stays the same when a player gets another username.

local storage = core.get_mod_storage()

local Owners = {}

function Owners.count() return storage:get_int("plots") end

-- Returns the number of a player's plot, or nil.
function Owners.plot_of(key)
	return storage:contains("plot:" .. key) and storage:get_int("plot:" .. key) or nil
end

-- Gives a player the next free plot, unless they have one. The square in the middle, number 0, has no owner.
function Owners.claim(key)
	local owned = Owners.plot_of(key)
	if owned then return owned end
	local number = Owners.count() + 1
	storage:set_int("plots", number)
	storage:set_int("plot:" .. key, number)
	storage:set_string("owner:" .. number, key)
	return number
end

-- Keeps the name that neighbours read while the owner is away.
function Owners.remember_name(key, name) storage:set_string("name:" .. key, name) end

local function name_of(key)
	local name = storage:get_string("name:" .. key)
	return name ~= "" and name or key
end

function Owners.name_of_plot(number)
	local key = storage:get_string("owner:" .. number)
	return key ~= "" and name_of(key) or nil
end

-- Returns the number of the plot whose owner has this name, ignoring case, or nil.
function Owners.find(name)
	for number = 1, Owners.count() do
		local owner = Owners.name_of_plot(number)
		if owner and owner:lower() == name:lower() then return number end
	end
	return nil
end

return Owners
