-- Connects this server to its platform. The engine loads it before the mods of the game, so no game has changed the engine yet.

local path = core.get_modpath("baseplate")
local http = assert(core.request_http_api(), "secure.http_mods has to name this mod")
local base = assert(core.settings:get("baseplate.url"), "baseplate.url is not set")
local ticket = assert(os.getenv("BASEPLATE_TICKET"), "BASEPLATE_TICKET is not set")

local site = dofile(path .. "/site.lua")(http, base, ticket)
local admissions = dofile(path .. "/admissions.lua")()
local names = dofile(path .. "/names.lua")(admissions)
-- The interface for games: README.md.
baseplate = { username_of = names.username_of, number_of = names.number_of, name_of = names.name_of }
baseplate.data = dofile(path .. "/data.lua")(http, base, ticket, names)
local send = dofile(path .. "/requests.lua")(http, base, ticket)
baseplate.award = dofile(path .. "/badges.lua")(send, names)
baseplate.leaderboard = dofile(path .. "/leaderboards.lua")(send, names)

local plain = dofile(path .. "/plain.lua")
local chat = dofile(path .. "/chat.lua")(site, names, plain)
-- Comes first, because it records players who leave before other parts forget them.
dofile(path .. "/reports.lua")(site, admissions, names, plain, chat.lines_for)
dofile(path .. "/accounts.lua")(admissions)
dofile(path .. "/players.lua")(site, admissions, names, dofile(path .. "/say.lua"), plain, chat.keep)
dofile(path .. "/skins.lua")({ get = site.get, base = base })
core.log("action", "[baseplate] place " .. core.settings:get("baseplate.place"))
