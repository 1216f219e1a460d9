import { describe, expect, test } from 'vitest'
import * as initial from '../../migrations/0001-initial.ts'
import * as oneTableOfComments from '../../migrations/0002-one-table-of-comments-after-0002.ts'
import * as countersByTriggers from '../../migrations/0003-counters-by-triggers-after-0003.ts'
import { openEarlier } from '../../testing/earlier-database.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { findByNumber, numbersOf } from './queries.ts'
import { parsePlayerNumber } from './rules.ts'

const before = {
  '0001-initial': initial,
  '0002-one-table-of-comments-after-0002': oneTableOfComments,
  '0003-counters-by-triggers-after-0003': countersByTriggers,
}

describe.each(databases)('numbers of players on %s', (kind) => {
  test('each account has a number of its own, by which it is found', async () => {
    const platform = await openTestPlatform(kind)
    const [anna, ben] = [await registerPerson(platform, 'Anna'), await registerPerson(platform, 'Ben')]
    const numbers = await numbersOf(platform.db, [anna.id, ben.id])
    expect(new Set(numbers.values()).size).toBe(2)
    const number = numbers.get(ben.id) ?? 0
    expect(number).toBeGreaterThan(0)
    expect(await findByNumber(platform.db, number)).toEqual({ id: ben.id, number, username: 'Ben' })
  })

  test('the number of an erased account stays taken', async () => {
    const platform = await openTestPlatform(kind)
    const { id } = await registerPerson(platform, 'Anna')
    const number = (await numbersOf(platform.db, [id])).get(id) ?? 0
    await platform.db.deleteFrom('users').where('id', '=', id).execute()
    expect(await findByNumber(platform.db, number)).toBeUndefined()
    const kept = platform.db.selectFrom('player_numbers').selectAll().where('number', '=', number)
    expect(await kept.execute()).toEqual([{ number, user_id: null }])
  })

  test('accounts that are older than the numbers get theirs from the migration', async () => {
    const { db, migrated } = await openEarlier(kind, before)
    await db.destroy()
    expect((await numbersOf(await migrated(), ['anna', 'ben'])).size).toBe(2)
  })
})

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['01', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %s as the number of a player: %s', (text, number) => expect(parsePlayerNumber(text)).toBe(number))
