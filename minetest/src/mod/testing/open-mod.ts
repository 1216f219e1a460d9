import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

/** The files of the mod. */
export const modFolder = join(import.meta.dirname, '../../../mod')

/** The functions of the engine that parts of the mod call, with a clock that tests advance, and records of calls. */
const engine = `
clock, sent, shown, steps, chat_handlers, storage = 0, {}, {}, {}, {}, {}
local nothing = function() end
core = {
	get_us_time = function() return clock end,
	get_translator = function() return function(text, ...)
		local values = { ... }
		return (text:gsub("@(%d)", function(at) return values[tonumber(at)] end))
	end end,
	get_mod_storage = function() return {
		get_string = function(_, key) return storage[key] or "" end,
		set_string = function(_, key, value) storage[key] = value end,
	} end,
	register_globalstep = function(step) steps[#steps + 1] = step end,
	register_on_mods_loaded = function(run) run() end,
	register_on_chat_message = function(handle) chat_handlers[#chat_handlers + 1] = handle end,
	override_chatcommand = function(name, definition) core[name] = definition.func end,
	check_player_privs = function(name) return name ~= "u666" end,
	send_join_message = nothing, send_leave_message = nothing,
	format_chat_message = function(name, text) return "<" .. name .. "> " .. text end,
	strip_colors = function(text) return text end,
	log = nothing, after = nothing,
	chat_send_all = function(text) shown[#shown + 1] = text end,
	chat_send_player = function(name, text) shown[#shown + 1] = name .. ": " .. text end,
}
function step(milliseconds)
	clock = clock + milliseconds * 1000
	for _, run in ipairs(steps) do run() end
end
-- Requests of the mod, which tests answer.
site = { call = function(method, address, value, done) sent[#sent + 1] = { address = address, value = value, done = done } end }
`

/** The mod's files in a stock Lua 5.1. */
export interface Mod {
  /** Runs a chunk, in which \`part\` loads a file of the mod. Returns what it returns. */
  run(chunk: string): unknown
}

let interpreter: Promise<LuaApi> | undefined

/** Opens a Lua with the mod's files and a stand-in for the engine. */
export async function openMod(): Promise<Mod> {
  interpreter ??= LuaApi.initialize()
  const lua = new Lua(await interpreter, { openStandardLibs: true, traceAllocations: false })
  lua.doStringSync(engine)
  for (const name of readdirSync(modFolder).filter((file) => file.endsWith('.lua')))
    lua.global.set(`source_${name.slice(0, -4)}`, readFileSync(join(modFolder, name), 'utf8'))
  lua.doStringSync('function part(name) return assert(loadstring(_G["source_" .. name], name))() end')
  return { run: (chunk) => lua.doStringSync(chunk) }
}
