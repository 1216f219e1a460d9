import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

const folder = join(import.meta.dirname, '../../mod')

/** A stand-in for the engine. A test says how the site answers each request. */
const engine = `
asked, keys, answers, warned, clock, heard = {}, {}, {}, 0, 0, "nothing"
os.time = function() return clock end
core = {
	get_us_time = function() return 5 end,
	write_json = function(about) return about.title .. "/" .. about.period .. "/" .. tostring(about.keep) end,
	parse_json = function(text) return loadstring("return " .. text)() end,
	after = function(seconds, run) clock = clock + seconds; run() end,
	log = function() warned = warned + 1 end,
}
http = { fetch = function(request, done)
	asked[#asked + 1] = request.method .. " " .. request.url .. " " .. request.data
	keys[#keys + 1] = request.extra_headers[3]
	done(table.remove(answers, 1) or { code = 0, data = "" })
end }
names = { number_of = function(name) return tonumber(name:match("^u(%d+)$")) end }
board = load_part("leaderboards")(load_part("requests")(http, "https://games.example", "t"), names)("most coins", { title = "Most coins", period = "week" })
declared, stays = { code = 200, data = "{}" }, { code = 200, data = "{ value = 9 }" }
function score(name, ...)
	answers = { ... }
	board.score(name, 7, function(value, problem) heard = tostring(value) .. " " .. tostring(problem) end)
	return heard
end
`

const interpreter = await LuaApi.initialize()
let run: (chunk: string) => unknown
beforeEach(() => {
  const lua = new Lua(interpreter, { openStandardLibs: true, traceAllocations: false })
  for (const name of ['requests', 'leaderboards'])
    lua.global.set(`source_${name}`, readFileSync(join(folder, `${name}.lua`), 'utf8'))
  lua.doStringSync('function load_part(name) return assert(loadstring(_G["source_" .. name], name))() end')
  lua.doStringSync(engine)
  run = (chunk) => lua.doStringSync(chunk)
})

const data = 'https://games.example/api/server/data/most%20coins'

test('a game keeps a leaderboard, which the platform learns of with the first score', () => {
  expect(run('return score("u12", declared, stays)')).toBe('9 nil')
  expect(run('return score("u13", stays)')).toBe('9 nil')
  expect(run('return table.concat(asked, "\\n")')).toBe(
    `PUT ${data} Most coins/week/nil\nPUT ${data}/player/12 7\nPUT ${data}/player/13 7`,
  )
})

test('a score is repeated with its key for a minute while the platform cannot be reached', () => {
  expect(
    run('return score("u12", declared, { code = 0, data = "" }, { code = 503, data = "nil" }, stays)'),
  ).toBe('9 nil')
  expect(run('return keys[2] == keys[3] and keys[3] == keys[4] and keys[1] ~= keys[2]')).toBe(true)
  expect(run('return score("u12")')).toBe('nil status 0')
  expect(run('return warned')).toBe(1)
})

test('a game learns why a score is not kept', () => {
  expect(run('return score("u12", { code = 403, data = "{ code = [[data.services_off]] }" })')).toBe(
    'nil data.services_off',
  )
  expect(run('return score("singleplayer")')).toBe('nil not a player')
  expect(run('return #asked')).toBe(1)
})
