import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

const folder = join(import.meta.dirname, '../../mod')

/** A stand-in for the engine. A test says how the site answers each request. */
const engine = `
asked, answers, warned, clock, heard = {}, {}, 0, 0, "nothing"
os.time = function() return clock end
core = {
	parse_json = function(text) return loadstring("return " .. text)() end,
	after = function(seconds, run) clock = clock + seconds; run() end,
	log = function() warned = warned + 1 end,
}
http = { fetch = function(request, done)
	asked[#asked + 1] = request.method .. " " .. request.url .. " " .. request.data
	done(table.remove(answers, 1) or { code = 0, data = "" })
end }
names = { number_of = function(name) return tonumber(name:match("^u(%d+)$")) end }
award = load_part("badges")(load_part("requests")(http, "https://games.example", "t"), names)
function tell(name, ...)
	answers = { ... }
	award(name, 123456789, function(awarded, problem) heard = tostring(awarded) .. " " .. tostring(problem) end)
	return heard
end
`

const interpreter = await LuaApi.initialize()
let run: (chunk: string) => unknown
beforeEach(() => {
  const lua = new Lua(interpreter, { openStandardLibs: true, traceAllocations: false })
  for (const name of ['requests', 'badges'])
    lua.global.set(`source_${name}`, readFileSync(join(folder, `${name}.lua`), 'utf8'))
  lua.doStringSync('function load_part(name) return assert(loadstring(_G["source_" .. name], name))() end')
  lua.doStringSync(engine)
  run = (chunk) => lua.doStringSync(chunk)
})

test('a game awards a badge by the name of the player', () => {
  expect(run('return tell("u7", { code = 200, data = "{ awarded = true }" })')).toBe('true nil')
  expect(run('return tell("u7", { code = 200, data = "{ awarded = false }" })')).toBe('false nil')
  expect(run('return asked[1]')).toBe(
    'POST https://games.example/api/server/badges/123456789/award {"player":7}',
  )
})

test('an award is repeated for a minute while the platform cannot be reached', () => {
  const answer = '{ code = 200, data = "{ awarded = true }" }'
  expect(run(`return tell("u7", { code = 0, data = "" }, { code = 503, data = "nil" }, ${answer})`)).toBe(
    'true nil',
  )
  expect(run('return tell("u7")')).toBe('nil status 0')
  expect(run('return warned')).toBe(1)
})

test('a game learns why a badge was not awarded', () => {
  const refusal = '{ code = 409, data = "{ code = [[badges.disabled]] }" }'
  expect(run(`return tell("u7", ${refusal})`)).toBe('nil badges.disabled')
  expect(run('return tell("singleplayer")')).toBe('nil not a player')
  expect(run('return #asked')).toBe(1)
})
