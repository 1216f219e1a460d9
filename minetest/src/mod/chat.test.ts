import { beforeEach, expect, test } from 'vitest'
import { type Mod, openMod } from './testing/open-mod.ts'

let mod: Mod
beforeEach(async () => {
  mod = await openMod()
  mod.run(`
    timers = {}
    core.after = function(_, run) timers[#timers + 1] = run end
    function pass_interval()
      local due = timers
      timers = {}
      for _, run in ipairs(due) do run() end
    end
    local admissions = part("admissions")()
    admissions.apply({ { username = "Anna", number = 1, key = "a" }, { username = "Ben", number = 2, key = "b" } })
    for _, name in ipairs({ "u1", "u2" }) do
      admissions.begin(name)
      admissions.enter(name)
    end
    chat = part("chat")(site, part("names")(admissions), part("plain"))
    function say(name, text) return chat_handlers[1](name, text) end
    function answer(at, ...) sent[at].done({ texts = { ... } }, 200) end
  `)
})
const shown = () => mod.run('return table.concat(shown, "|")')

test('lines of one step are filtered in one request, and shown with usernames', () => {
  mod.run('say("u1", "hello"); say("u2", "darn"); step(50)')
  expect(mod.run('return #sent .. table.concat(sent[1].value.texts, ",")')).toBe('1hello,darn')
  expect(shown()).toBe('')
  mod.run('answer(1, "hello", "****"); step(10)')
  expect(shown()).toBe('<Anna> hello|<Ben> ****')
})

test('a line that the filter has not seen after 100 ms is shown as it is, once', () => {
  mod.run('say("u1", "hello"); step(50); step(99)')
  expect(shown()).toBe('')
  mod.run('step(1)')
  expect(shown()).toBe('<Anna> hello')
  mod.run('answer(1, "late"); step(50)')
  expect(shown()).toBe('<Anna> hello')
})

test('lines keep their order when a later request is answered first', () => {
  mod.run('say("u1", "one"); step(50); say("u2", "two"); step(50); answer(2, "two"); step(1)')
  expect(shown()).toBe('')
  mod.run('answer(1, "one"); step(1)')
  expect(shown()).toBe('<Anna> one|<Ben> two')
})

test('a malformed response changes nothing', () => {
  mod.run(
    'say("u1", "one"); say("u1", "two"); step(50); sent[1].done({ texts = { 5 } }, 200); step(1); sent[1].done(nil, 500)',
  )
  expect(shown()).toBe('<Anna> one|<Anna> two')
})

test('colours and translations of players are removed, from the answer as well', () => {
  mod.run('say("u1", "\\27(c@#ff0000)red\\27(T@x)y\\27E\\0z"); step(50)')
  expect(mod.run('return sent[1].value.texts[1]')).toBe('redy z')
  mod.run('answer(1, "\\27(c@#ff0000)red"); step(1)')
  expect(shown()).toBe('<Anna> red')
})

test('commands and players without the privilege are left to the engine', () => {
  expect(mod.run('return say("u1", "/report") or say("u666", "hello")')).toBe(false)
  expect(mod.run('step(50); return #sent')).toBe(0)
})

test('a private message finds its reader by username, ignoring case, and appears in no other report', () => {
  mod.run('core.msg("u1", "BEN psst"); step(50); answer(1, "psst"); step(1)')
  expect(shown()).toBe('u2: Message from Anna: psst')
  expect(mod.run('return #chat.lines_for("u1") .. #chat.lines_for("u2") .. #chat.lines_for("u3")')).toBe(
    '110',
  )
  expect(mod.run('return core.msg("u1", "u2 psst")')).toBe(false)
})

/** Returns the lines of each request to keep chat. */
const kept = () =>
  mod.run(`
    local requests = {}
    for _, request in ipairs(sent) do
      if request.address == "/api/server/chat" then
        local lines = {}
        for at, line in ipairs(request.value) do lines[at] = line.number .. line.text end
        requests[#requests + 1] = table.concat(lines, ",")
      end
    end
    return table.concat(requests, "|")
  `)

test('while the site keeps no chat, no line is sent', () => {
  mod.run(
    'say("u1", "before"); pass_interval(); chat.keep(true); chat.keep(false); say("u1", "after"); pass_interval()',
  )
  expect(kept()).toBe('')
})

test('while the site keeps chat, lines to all players are sent together', () => {
  mod.run(
    'chat.keep(true); say("u1", "hello"); say("u2", "hi"); core.msg("u1", "ben psst"); pass_interval(); pass_interval()',
  )
  expect(kept()).toBe('1hello,2hi')
})

test.each([0, 429, 503])('lines are sent again after status %d, before later ones', (status) => {
  mod.run(
    `chat.keep(true); say("u1", "one"); pass_interval(); say("u1", "two"); sent[1].done(nil, ${status}); pass_interval()`,
  )
  expect(kept()).toBe('1one|1one,1two')
})

test('lines that the site refuses are not sent again', () => {
  mod.run('chat.keep(true); say("u1", "one"); pass_interval(); sent[1].done(nil, 400); pass_interval()')
  expect(kept()).toBe('1one')
})

test('a request has 100 lines, and the next one follows its answer', () => {
  mod.run('chat.keep(true); for at = 1, 250 do say("u1", "x" .. at) end; pass_interval()')
  mod.run('sent[1].done({ kept = 100 }, 200); sent[2].done({ kept = 100 }, 200); pass_interval()')
  const counts = String(kept())
    .split('|')
    .map((lines) => lines.split(',').length)
  expect(counts).toEqual([100, 100, 50])
})

test('while the site is away, the last 1000 lines wait', () => {
  mod.run('chat.keep(true); for at = 1, 1001 do say("u1", "x" .. at) end; pass_interval()')
  expect(String(kept()).split(',')[0]).toBe('1x2')
})
