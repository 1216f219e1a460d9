import { beforeEach, expect, test } from 'vitest'
import { type Mod, openMod } from './testing/open-mod.ts'

let mod: Mod
beforeEach(async () => {
  mod = await openMod()
  mod.run(`
    admissions = part("admissions")()
    function list(...)
      local players = {}
      for at, key in ipairs({ ... }) do players[at] = { username = "Anna", number = 7, key = key } end
      return admissions.apply(players)
    end
    function enters() return admissions.begin("u7") and admissions.enter("u7") ~= nil end
  `)
})

test('a listed player enters by number, and no player by another name', () => {
  mod.run('list("one")')
  expect(mod.run('return admissions.begin("U7") or admissions.begin("Anna") or admissions.begin("u8")')).toBe(
    false,
  )
  expect(mod.run('return enters()')).toBe(true)
})

test('a key admits one connection, even while the site still lists it', () => {
  mod.run('list("one"); enters(); admissions.leave("u7"); list("one")')
  expect(mod.run('return enters()')).toBe(false)
  mod.run('list("two")')
  expect(mod.run('return enters()')).toBe(true)
})

test('a player who has left is reported to the site once', () => {
  mod.run('list("one"); enters()')
  expect(mod.run('return admissions.leave("u7")')).toBe(7)
  expect(mod.run('return admissions.leave("u7")')).toBe(null)
})

test('a player whom the site has removed is not reported to it', () => {
  mod.run('list("one"); enters()')
  expect(mod.run('return admissions.remove(7)')).toBe('u7')
  expect(mod.run('return admissions.leave("u7")')).toBe(null)
  expect(mod.run('return admissions.remove(7)')).toBe(null)
})

test('a player inside whose key changes is replaced, and leaves without ending the new session', () => {
  mod.run('list("one"); enters()')
  expect(mod.run('return #list("one")')).toBe(0)
  expect(mod.run('return list("two")[1]')).toBe('u7')
  expect(mod.run('return admissions.leave("u7")')).toBe(null)
  expect(mod.run('return enters()')).toBe(true)
  expect(mod.run('return admissions.leave("u7")')).toBe(7)
})

test('a player who is removed while connecting does not enter', () => {
  expect(mod.run('list("one"); admissions.begin("u7"); list(); return admissions.enter("u7")')).toBe(null)
})

test('a player who proved an earlier key does not enter', () => {
  expect(mod.run('list("one"); admissions.begin("u7"); list("two"); return admissions.enter("u7")')).toBe(
    null,
  )
})

test('a player inside stays while the list is empty', () => {
  mod.run('list("one"); enters(); list()')
  expect(mod.run('return admissions.is_inside("u7") and admissions.entry_of("u7").username')).toBe('Anna')
})
