import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Mod, openMod } from './testing/open-mod.ts'

let mod: Mod
beforeEach(async () => {
  mod = await openMod()
  mod.run(`
    requests, leaves, shutdowns, due, logged = {}, {}, {}, {}, {}
    core.get_us_time = function()
      clock = clock + 100
      return clock
    end
    core.after = function(seconds, run, ...)
      local values = { ... }
      due[#due + 1] = { at = clock + seconds * 1000000, run = function() run(unpack(values)) end }
    end
    core.register_on_leaveplayer = function(run) leaves[#leaves + 1] = run end
    core.register_on_shutdown = function(run) shutdowns[#shutdowns + 1] = run end
    core.log = function(_, text) logged[#logged + 1] = text end
    core.get_player_by_name = function() return {} end
    -- The engine writes whole numbers as doubles.
    core.write_json = function(value) return type(value) == "table" and '{"n":' .. value.n .. '.0}' or '"' .. value .. '"' end
    core.parse_json = function(text)
      return assert(loadstring("return " .. text:gsub('"(%w+)":', "%1="), "JSON"))()
    end
    http = {
      fetch = function(request, done) requests[#requests + 1] = { request = request, done = done } end,
      fetch_async = function(request)
        requests[#requests + 1] = { request = request }
        return table.remove(last_answers, 1)
      end,
      fetch_async_get = function(answer)
        return answer and { completed = true, code = answer[1], data = answer[2] } or { completed = false }
      end,
    }
    data = part("data")(http, "https://games.example", "t", part("names")(part("admissions")()))
    purse = {}
    coins = data.players("coins", function(name) return purse[name] end)
    results = {}
    function note(value, problem)
      results[#results + 1] = tostring(value) .. (problem and " " .. problem or "")
    end
    --- The site answers the last request, or the one at this place.
    function answer(code, text, at) return requests[at or #requests].done({ code = code, data = text or "" }) end
    function refuse(status, code, more) answer(status, '{"code":"' .. code .. '"' .. (more or "") .. "}") end
    function pass(seconds)
      clock = clock + seconds * 1000000
      local ready = due
      due = {}
      for _, task in ipairs(ready) do if task.at <= clock then task.run() else due[#due + 1] = task end end
    end
    function sent(at)
      local one = requests[at or #requests].request
      local fields = table.concat(one.extra_headers, "|", 3)
      return one.method .. " " .. one.url:match("data/(.*)") .. " " .. tostring(one.data) .. " " .. fields
    end
    function load_coins(text, version)
      coins.load("u7", note)
      answer(200, text or "5")
      refuse(412, "data.changed", ',"version":"' .. (version or "10") .. '"')
    end
    function leave(name) for _, run in ipairs(leaves) do run({ get_player_name = function() return name end }) end end
  `)
})
const results = () => mod.run('return table.concat(results, ", ")')
const sent = (at = '') => String(mod.run(`return sent(${at})`))
const keyOf = (request: string) => /Idempotency-Key: (\S+)/.exec(request)?.[1]

test('a player is loaded with the lock, and saved on top of the version that was read', () => {
  mod.run('load_coins()')
  expect([sent('1'), results()]).toEqual(['GET coins/player/7?lock=true&wait=10 nil ', '5'])
  mod.run('coins.save("u7", 6, note)')
  expect(sent()).toMatch(/^PUT coins\/player\/7 6 If-Match: "10"\|Idempotency-Key: \S+$/)
  mod.run(`answer(200, '{"version":"11"}'); coins.save("u7", { n = 7 }, note)`)
  expect([results(), sent()]).toEqual(['5, true', expect.stringContaining('{"n":7.0} If-Match: "11"')])
})

test('a new player is saved only if there is still no value', () => {
  mod.run('coins.load("u7", note); refuse(404, "data.not_found"); coins.save("u7", 1, note)')
  expect([results(), sent()]).toEqual(['nil', expect.stringContaining('1 If-None-Match: *')])
})

test.each([
  ['was not loaded', '', 'false not loaded'],
  [
    'could not be loaded',
    'coins.load("u7", note); refuse(403, "data.services_off")',
    'nil data.services_off, false not loaded',
  ],
  [
    'could be read, but not locked',
    'coins.load("u7", note); answer(200, "5"); refuse(409, "data.player_elsewhere")',
    'nil data.player_elsewhere, false not loaded',
  ],
  [
    'was saved by another server in between',
    'load_coins(); coins.save("u7", 6); refuse(412, "data.changed")',
    '5, false data.changed',
  ],
  ['is leaving', 'load_coins(); purse.u7 = 6; leave("u7")', '5, false not loaded'],
  ['has left', 'load_coins(); leave("u7")', '5, false not loaded'],
])('a player who %s is not saved', (_, before, said) => {
  mod.run(before)
  const count = mod.run('return #requests')
  mod.run('coins.save("u7", 1, note)')
  expect([results(), mod.run('return #requests')]).toEqual([said, count])
})

test('a load waits for another server, and for the site', () => {
  mod.run('coins.load("u7", note); refuse(409, "data.player_elsewhere"); pass(1); answer(0); pass(1)')
  expect([sent(), results()]).toEqual(['GET coins/player/7?lock=true&wait=10 nil ', ''])
  mod.run('pass(90); refuse(409, "data.player_elsewhere")')
  expect(results()).toBe('nil data.player_elsewhere')
})

test('a save without a response is repeated with its key, before the next one', () => {
  mod.run('load_coins(); coins.save("u7", 6, note); coins.save("u7", 7, note); coins.save("u7", 8, note)')
  const first = sent()
  mod.run('answer(0); pass(1)')
  expect(sent()).toBe(first)
  mod.run(`answer(200, '{"version":"11"}')`)
  expect(sent()).toContain('8 If-Match: "11"')
  expect(keyOf(sent())).not.toBe(keyOf(first))
  mod.run(`answer(200, '{"version":"12"}')`)
  expect(results()).toBe('5, true, true, true')
})

test('a value that has changed is saved each minute, and one that has not is not', () => {
  mod.run('load_coins(); purse.u7 = 5; pass(60)')
  expect(mod.run('return #requests')).toBe(2)
  mod.run('purse.u7 = 6; pass(60)')
  expect(sent()).toContain('PUT coins/player/7 6')
})

test('a player who leaves is saved, and then released', () => {
  mod.run('load_coins(); purse.u7 = 9; leave("u7")')
  expect(sent()).toContain('PUT coins/player/7 9')
  mod.run('answer(503); pass(1)')
  expect(sent()).toContain('PUT coins/player/7 9')
  mod.run(`answer(200, '{"version":"11"}')`)
  expect(sent()).toBe('DELETE coins/player/7/lock nil ')
})

test('a player who comes back is loaded after the last save of the visit before', () => {
  mod.run('load_coins(); purse.u7 = 9; leave("u7"); coins.load("u7", note)')
  expect(sent()).toContain('PUT')
  mod.run(`answer(200, '{"version":"11"}'); pass(1)`)
  expect(sent()).toContain('GET')
})

test('a player who leaves while loading is released, and the game hears nothing', () => {
  mod.run(
    'coins.load("u7", note); leave("u7"); answer(200, "5"); refuse(412, "data.changed", \',"version":"10"\')',
  )
  expect([sent(), results()]).toEqual(['DELETE coins/player/7/lock nil ', ''])
})

test('the shutdown repeats the save under way, and sends the last value', () => {
  mod.run('load_coins(); coins.save("u7", 6, note); purse.u7 = 7')
  const first = sent()
  mod.run(`
    last_answers = { { 0 }, { 200, '{"version":"11"}' }, { 200, '{"version":"12"}' } }
    shutdowns[1]()
  `)
  expect([sent('4'), sent('5')]).toEqual([first, first])
  expect(sent('6')).toContain('7 If-Match: "11"')
  expect([results(), mod.run('return #requests')]).toEqual(['5, true', 6])
})

test('the shutdown waits five seconds for a site that is away', () => {
  mod.run('load_coins(); purse.u7 = 7; last_answers = {}; began = clock; shutdowns[1]()')
  expect(mod.run('return (clock - began) / 1000000')).toBeCloseTo(5, 0)
})

test('a number is added once, although the first response is lost', () => {
  mod.run('data.increment("game", "all coins", 2, note)')
  const first = sent()
  expect(first).toContain('POST game/global/all%20coins?op=increment&by=2 {} Idempotency-Key')
  mod.run(`answer(502); pass(1)`)
  expect(sent()).toBe(first)
  mod.run(`answer(200, '{"value":4,"version":"1"}')`)
  expect(results()).toBe('4')
})

test('the code of the documentation keeps coins', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/making/data.md'), 'utf8')
  const [, code = ''] = [...page.matchAll(/```lua\n(.*?)```/gs)].map(([, block]) => block ?? '')
  mod.run(`
    baseplate = { data = data }
    core.register_on_joinplayer = function(run) enter = run end
    core.disconnect_player = function(_, text) removed = text end
    player = { get_player_name = function() return "u7" end }
  `)
  // Lua's locals end with their chunk.
  mod.run(code.replaceAll(/^local /gm, ''))
  mod.run('enter(player); answer(200, "5"); refuse(412, "data.changed", \',"version":"10"\')')
  mod.run('purses.u7 = purses.u7 + 1; leave("u7")')
  expect([sent(), mod.run('return purses.u7')]).toEqual([expect.stringContaining('6 If-Match: "10"'), null])
  mod.run('enter({ get_player_name = function() return "u8" end }); refuse(403, "data.services_off")')
  expect(mod.run('return removed')).toBe('Your coins could not be loaded. Try again later.')
})
