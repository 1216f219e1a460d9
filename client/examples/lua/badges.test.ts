import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

/** A game server with the library. A test says how the site answers each request: with nil when no response arrives. */
const server = `
sent, answers, clock = {}, {}, 0
os.time = function() return clock end
function request(method, url, headers, body)
	sent[#sent + 1] = method .. " " .. url .. " " .. body .. " " .. headers["Authorization"]
	local answer = table.remove(answers, 1)
	assert(answer, url .. " is one request too many")
	if answer[1] then return answer[1], {}, answer[2] end
end
data = load_part("data").open({
	url = "https://games.example/", ticket = "t", request = request, sleep = function(seconds) clock = clock + seconds end,
	run = "run", patience = 20, encode = load_part("json").encode, decode = load_part("json").decode,
})
badges = load_part("badges").open(data)
function award(...)
	answers = { ... }
	local awarded, problem = badges:award(7, 123456789)
	return tostring(awarded) .. " " .. tostring(problem)
end
`

const interpreter = await LuaApi.initialize()
let run: (chunk: string) => unknown
beforeEach(() => {
  const lua = new Lua(interpreter, { openStandardLibs: true, traceAllocations: false })
  for (const name of ['badges', 'data', 'json'])
    lua.global.set(`source_${name}`, readFileSync(join(import.meta.dirname, `${name}.lua`), 'utf8'))
  lua.doStringSync('function load_part(name) return assert(loadstring(_G["source_" .. name], name))() end')
  lua.doStringSync(server)
  run = (chunk) => lua.doStringSync(chunk)
})

test('a badge is awarded once', () => {
  expect(run(`return award({ 200, '{"awarded":true}' })`)).toBe('true nil')
  expect(run(`return award({ 200, '{"awarded":false}' })`)).toBe('false nil')
  expect(run('return sent[1]')).toBe(
    'POST https://games.example/api/server/badges/123456789/award {"player":7} Bearer t',
  )
})

test('an award without a response is repeated', () => {
  expect(run(`return award({}, { 503, '' }, { 200, '{"awarded":false}' })`)).toBe('false nil')
})

test('a refusal is not repeated', () => {
  expect(run(`return award({ 409, '{"code":"badges.player_elsewhere"}' })`)).toBe(
    'nil badges.player_elsewhere',
  )
})
