-- The first mod to load. Locks settings and removes functions that games could misuse, before their code runs.
local path = core.get_modpath("baseplate_guard")
dofile(path .. "/guard.lua")

-- Other threads have an environment of their own, with the same settings.
core.register_async_dofile(path .. "/guard.lua")
if core.register_mapgen_script then core.register_mapgen_script(path .. "/guard.lua") end
