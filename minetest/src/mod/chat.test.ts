import { beforeEach, expect, test } from 'vitest'
import { type Mod, openMod } from './testing/open-mod.ts'

let mod: Mod
beforeEach(async () => {
  mod = await openMod()
  mod.run(`
    local admissions = part("admissions")()
    admissions.apply({ { username = "Anna", number = 1, key = "a" }, { username = "Ben", number = 2, key = "b" } })
    for _, name in ipairs({ "u1", "u2" }) do
      admissions.begin(name)
      admissions.enter(name)
    end
    lines = part("chat")(site, part("names")(admissions), part("plain"))
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
  expect(mod.run('return #lines("u1") .. #lines("u2") .. #lines("u3")')).toBe('110')
  expect(mod.run('return core.msg("u1", "u2 psst")')).toBe(false)
})
