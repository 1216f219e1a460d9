import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { Lua, LuaApi } from 'wasmoon-lua5.1'

/** A game server with the library. A test says how the site answers each request: with nil when no response arrives. */
const server = `
sent, answers, slept, clock = {}, {}, {}, 0
os.time = function() return clock end
function sleep(seconds) slept[#slept + 1] = seconds; clock = clock + seconds end
function request(method, url, headers, body)
	sent[#sent + 1] = { method = method, url = url, headers = headers, body = body }
	local answer = table.remove(answers, 1)
	assert(answer, method .. " " .. url .. " is one request too many")
	if answer[1] then return answer[1], answer[3] or {}, answer[2] end
end
function refused(status, code, more, headers) return { status, '{"code":"' .. code .. '"' .. (more or "") .. "}", headers } end
none, new, saved = {}, refused(404, "data.not_found"), { 200, '{"version":"8"}' }
found = { 200, "41", { etag = '"7"' } }
data = load_part("data").open({
	url = "https://games.example/", ticket = "t", request = request, sleep = sleep, run = "run", patience = 20,
	encode = load_part("json").encode, decode = load_part("json").decode,
})
coins = data:players("the coins")
function answer(...) answers = { ... } end
function tell(...)
	local parts = { ... }
	for at = 1, select("#", ...) do parts[at] = tostring(parts[at]) end
	return table.concat(parts, " ")
end
`

const interpreter = await LuaApi.initialize()
let run: (chunk: string) => unknown
beforeEach(() => {
  const lua = new Lua(interpreter, { openStandardLibs: true, traceAllocations: false })
  for (const name of ['data', 'json'])
    lua.global.set(`source_${name}`, readFileSync(join(import.meta.dirname, `${name}.lua`), 'utf8'))
  lua.doStringSync('function load_part(name) return assert(loadstring(_G["source_" .. name], name))() end')
  lua.doStringSync(server)
  run = (chunk) => lua.doStringSync(chunk)
})

/** Returns a property of each request. */
const sent = (property: string) =>
  run(
    `local list = {} for _, one in ipairs(sent) do list[#list + 1] = tostring(one.${property}) end return table.concat(list, " ")`,
  )

test('a value is loaded with the lock, and saved on top of its version', () => {
  expect(run('answer(found, saved); return tell(coins:load(7)) .. tell(coins:save(7, 42))')).toBe('41true')
  expect(sent('url')).toBe(
    'https://games.example/api/server/data/the%20coins/player/7?lock=true&wait=10 https://games.example/api/server/data/the%20coins/player/7',
  )
  expect([sent('method'), sent('body'), sent('headers["If-Match"]')]).toEqual([
    'GET PUT',
    'nil 42',
    'nil "7"',
  ])
  run('answer(saved); coins:save(7, 43)')
  expect(run('return sent[3].headers["If-Match"]')).toBe('"8"')
})

test('a new player is saved only if there is still no value', () => {
  expect(run('answer(new, saved); return tell(coins:load(7)) .. tell(coins:save(7, 1))')).toBe('niltrue')
  expect(run('return sent[2].headers["If-None-Match"]')).toBe('*')
})

test.each([
  ['was not loaded', ''],
  ['could not be loaded', 'answer(refused(403, "data.services_off")); coins:load(7)'],
  [
    'was loaded by a site that then fell silent',
    'answer(found, none, none, none, none, none, none, none); coins:load(7); coins:load(7)',
  ],
  ['has left', 'answer(found, { 204, "" }); coins:load(7); coins:leave(7)'],
])('a player who %s is not saved', (_, before) => {
  run(before)
  const requests = run('return #sent')
  expect(run('return tell(coins:save(7, 1))')).toBe('false not loaded')
  expect(run('return #sent')).toBe(requests)
})

test('a load says why it has failed', () => {
  expect(
    run('answer(refused(409, "data.player_elsewhere", \',"server":"none"\')); return tell(coins:load(7))'),
  ).toBe('nil data.player_elsewhere')
  expect(run('answer({ 200, "<html>", { etag = "1" } }); return tell(coins:load(7))')).toBe(
    'nil not understood',
  )
})

test('a load waits while another server has the data', () => {
  run('busy = refused(409, "data.player_elsewhere", \',"server":"self-hosted"\', { ["retry-after"] = "1" })')
  expect(run('answer(busy, busy, found); return coins:load(7)')).toBe(41)
  expect(run('return tell(unpack(slept))')).toBe('1 1')
})

test('a save without a response is repeated with the same key, also by the next save', () => {
  run('answer(found, none, none, none, none, none, none, none); coins:load(7)')
  expect(run('return tell(coins:save(7, 42))')).toBe('false no response')
  run('answer(saved, { 200, \'{"version":"9"}\' })')
  expect(run('return tell(coins:save(7, 43))')).toBe('true')
  const keys = String(sent('headers["Idempotency-Key"]')).split(' ')
  expect(keys).toEqual(['nil', ...keys.slice(1, -1).fill('run-1'), 'run-2'])
  expect(run('return sent[#sent - 1].body .. sent[#sent].body .. sent[#sent].headers["If-Match"]')).toBe(
    '4243"8"',
  )
})

test('errors of the site and used-up budgets are waited for', () => {
  run(
    'answer(found, { 502, "" }, refused(429, "data.budget", "", { ["retry-after"] = "9" }), saved); coins:load(7)',
  )
  expect(run('return tell(coins:save(7, 42))')).toBe('true')
  expect(run('return tell(unpack(slept))')).toBe('0.5 9')
})

test('a save on top of what another server has saved is refused, and the player has to be loaded again', () => {
  run('answer(found, refused(412, "data.changed")); coins:load(7)')
  expect(run('return tell(coins:save(7, 42))')).toBe('false data.changed')
  expect(run('return tell(coins:save(7, 42))')).toBe('false not loaded')
})

test('a value that is refused does not keep the next one from being saved', () => {
  run('answer(found, refused(413, "data.too_large"), saved); coins:load(7)')
  expect(run('return tell(coins:save(7, 42)) .. tell(coins:save(7, 43))')).toBe('false data.too_largetrue')
})

test('the lock is released after the last save, and not without it', () => {
  run('answer(found, refused(409, "data.full")); coins:load(7)')
  expect(run('return tell(coins:leave(7, 42))')).toBe('false data.full')
  expect(run('answer(saved, { 204, "" }); return tell(coins:leave(7, 42))')).toBe('true nil')
  expect(sent('method')).toBe('GET PUT PUT DELETE')
})

test('coroutines that save the same player take turns', () => {
  run(`
    answer(found, saved, { 200, '{"version":"9"}' })
    coins:load(7)
    local ask = data.request
    data.request = function(...) coroutine.yield() return ask(...) end
    data.sleep = coroutine.yield
    one = coroutine.create(function() return coins:save(7, 42) end)
    other = coroutine.create(function() return coins:save(7, 43) end)
    while coroutine.status(one) ~= "dead" or coroutine.status(other) ~= "dead" do
      for _, thread in ipairs({ one, other }) do if coroutine.status(thread) ~= "dead" then assert(coroutine.resume(thread)) end end
    end
  `)
  expect([sent('body'), sent('headers["If-Match"]')]).toEqual(['nil 42 43', 'nil "7" "8"'])
})

test('a number is added once, although the first response is lost', () => {
  expect(
    run(
      'answer(none, { 200, \'{"value":5,"version":"1"}\' }); return data:increment("game", "all/coins", 5)',
    ),
  ).toBe(5)
  expect(sent('headers["Idempotency-Key"]')).toBe('run-1 run-1')
  expect(run('return sent[1].url')).toBe(
    'https://games.example/api/server/data/game/global/all%2Fcoins?op=increment&by=5',
  )
})

test('a leaderboard is declared, and answers with the score that stays', () => {
  run('answer({ 200, "{}" }, { 200, \'{"version":"8","value":12}\' })')
  run('best = data:leaderboard("the best", { title = "Most coins", period = "week", keep = "best" })')
  expect(run('return best:score(7, 9)')).toBe(12)
  expect([sent('method'), sent('url')]).toEqual([
    'PUT PUT',
    'https://games.example/api/server/data/the%20best https://games.example/api/server/data/the%20best/player/7',
  ])
  expect(JSON.parse(String(run('return sent[1].body')))).toEqual({
    ...{ kind: 'ordered', public: true },
    ...{ title: 'Most coins', period: 'week', keep: 'best' },
  })
  expect(run('return sent[2].body')).toBe('9')
})

test('a score is added once, although the first response is lost', () => {
  run('answer({ 200, "{}" }, none, { 200, \'{"version":"8","value":5}\' })')
  expect(run('return data:leaderboard("sums", { title = "Sums", keep = "sum" }):score(7, 5)')).toBe(5)
  expect(run('return sent[2].headers["Idempotency-Key"] == sent[3].headers["Idempotency-Key"]')).toBe(true)
})

test('a leaderboard that the site refuses is a problem', () => {
  run('answer(refused(409, "data.kind_set"))')
  expect(run('return tell(data:leaderboard("coins", { title = "Most coins" }))')).toBe('nil data.kind_set')
})

test('the code of the documentation keeps coins', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/making/data.md'), 'utf8')
  const [use = '', , count = ''] = [...page.matchAll(/```lua\n(.*?)```/gs)].map(([, block]) => block ?? '')
  run('ticket, encode, decode = "t", load_part("json").encode, load_part("json").decode')
  run('function require(name) return load_part(name) end function kick(_, text) kicked = text end')
  // Lua's locals end with their chunk.
  run(`${use.replaceAll(/^local /gm, '')} answer(found, saved, { 200, '{"version":"9"}' }, { 204, "" })`)
  run('on_player_verified(7); purses[7] = 42; every_minute(); purses[7] = 43; on_player_left(7)')
  expect([sent('method'), sent('body')]).toEqual(['GET PUT PUT DELETE', 'nil 42 43 nil'])
  run('answer(refused(403, "data.services_off")); on_player_verified(7); every_minute(); on_player_left(7)')
  expect(run('return tell(kicked, purses[7], #sent)')).toBe(
    'Your coins could not be loaded. Try again later. nil 5',
  )
  run(`answer({ 200, '{"value":5,"version":"1"}' }) ${count.replace('local ', '')}`)
  expect(run('return total')).toBe(5)
})
