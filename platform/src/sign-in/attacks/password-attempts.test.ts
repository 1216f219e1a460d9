import { setTimeout } from 'node:timers/promises'
import { hour, minute } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { challengeOf, solved } from '../../testing/work.ts'
import { createPasswordAttempts } from './password-attempts.ts'
import { createWork } from './work.ts'

/** On PostgreSQL, attempts alternate between two processes. */
async function open(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind, { Security: { WorkHashes: 2 } })
  const start = () =>
    Array.from({ length: kind === 'PostgreSQL' ? 2 : 1 }, () =>
      createPasswordAttempts({ ...platform, work: createWork(platform) }),
    )
  let processes = start()
  let turn = 0
  const next = () => processes[turn++ % processes.length] ?? platform.passwordAttempts
  return {
    db: platform.db,
    pass: platform.pass,
    next,
    restart() {
      processes = start()
    },
    /** Returns `right`, `wrong` or `limited`. */
    async try(account: string, address: string, right: boolean, known = false): Promise<string> {
      try {
        const verify = async () => {
          // Verifying a password takes a while.
          await new Promise(setImmediate)
          return right
        }
        return (await next().try({ account, address, isKnown: async () => known, work: undefined }, verify))
          ? 'right'
          : 'wrong'
      } catch (error) {
        return (error as { reason?: string }).reason ?? String(error)
      }
    },
  }
}

const many = <T>(count: number, what: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => what(at)))

const countOf = (results: string[], result: string) => results.filter((one) => one === result).length

describe.each(databases)('password attempts on %s', (kind) => {
  test('allow ten wrong passwords per account and address in any quarter of an hour', async () => {
    const door = await open(kind)
    for (let wrong = 0; wrong < 5; wrong++) expect(await door.try('anna', '192.0.2.1', false)).toBe('wrong')
    door.pass(10 * minute)
    const results = await many(20, () => door.try('anna', '192.0.2.1', false))
    expect([countOf(results, 'wrong'), countOf(results, 'limited')]).toEqual([5, 15])
    expect(await door.try('anna', '192.0.2.1', true)).toBe('limited')
    expect(await door.try('anna', '192.0.2.2', true)).toBe('right')
    expect(await door.try('ben', '192.0.2.1', true)).toBe('right')
    // Only the first five have left the window.
    door.pass(5 * minute)
    const later = await many(20, () => door.try('anna', '192.0.2.1', false))
    expect(countOf(later, 'wrong')).toBe(5)
  })

  test('are not counted when they lack the work that the account requires', async () => {
    const door = await open(kind)
    await many(100, (host) => door.try('anna', `192.0.${host}.1`, false))
    const refused = await many(10, () => door.try('anna', '198.51.100.1', false))
    expect(countOf(refused, 'limited')).toBe(10)
    expect(await door.try('anna', '198.51.100.1', true, true)).toBe('right')
  })

  test('allow any number of simultaneous right passwords', async () => {
    const door = await open(kind)
    expect(countOf(await many(100, () => door.try('anna', '192.0.2.1', true)), 'right')).toBe(100)
  })

  test('forget wrong passwords after a right one', async () => {
    const door = await open(kind)
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 9; wrong++) await door.try('anna', '192.0.2.1', false)
      expect(await door.try('anna', '192.0.2.1', true)).toBe('right')
    }
  })

  test('allow a hundred wrong passwords per network for all accounts together', async () => {
    const door = await open(kind)
    for (let wrong = 0; wrong < 100; wrong++) {
      expect(await door.try(`account_${wrong}`, `2001:db8:1:2::${wrong.toString(16)}`, false)).toBe('wrong')
    }
    expect(await door.try('another', '2001:db8:1:2:ffff::', true)).toBe('limited')
    expect(await door.try('another', '2001:db8:1:3::1', true)).toBe('right')
    door.pass(15 * minute)
    expect(await door.try('another', '2001:db8:1:2:ffff::', true)).toBe('right')
  })

  test('are limited per account after a hundred wrong passwords, except from a known address', async () => {
    const door = await open(kind)
    for (let wrong = 0; wrong < 100; wrong++) {
      expect(await door.try('anna', `198.51.100.${wrong}`, false)).toBe('wrong')
    }
    expect(await door.try('anna', '203.0.113.5', true)).toBe('limited')
    expect(await door.try('nobody', '203.0.113.5', false)).toBe('wrong')
    expect(await door.try('anna', '203.0.113.5', true, true)).toBe('right')
    door.pass(hour)
    expect(await door.try('anna', '203.0.113.6', true)).toBe('right')
  })

  test('survive a restart of the site', async () => {
    const door = await open(kind)
    for (let wrong = 0; wrong < 10; wrong++) await door.try('anna', '192.0.2.1', false)
    door.restart()
    expect(await door.try('anna', '192.0.2.1', true)).toBe('limited')
    for (let wrong = 0; wrong < 90; wrong++) await door.try(`account_${wrong}`, '192.0.2.1', false)
    door.restart()
    expect(await door.try('ben', '192.0.2.1', true)).toBe('limited')
  })

  test('do not tell a right password that simultaneous wrong ones have left no room for', async () => {
    const door = await open(kind)
    const attempt = { account: 'anna', address: '192.0.2.1', isKnown: async () => false, work: undefined }
    const waiting = Promise.withResolvers<boolean>()
    const last = door.next().try(attempt, () => waiting.promise)
    await many(9, () => door.try('anna', '192.0.2.1', false))
    expect(await door.try('anna', '192.0.2.1', false)).toBe('wrong')
    waiting.resolve(true)
    await expect(last).rejects.toMatchObject({ reason: 'limited' })
  })

  test('take the work of a request whose room simultaneous attempts have used up', async () => {
    const door = await open(kind)
    for (let wrong = 0; wrong < 10; wrong++) await door.try('anna', '192.0.2.1', false)
    door.pass(10 * minute)
    const attempt = { account: 'anna', address: '192.0.2.1', isKnown: async () => false, work: undefined }
    const work = await solved(await challengeOf(door.next().try(attempt, async () => true)))
    door.pass(5 * minute)
    const waiting = Promise.withResolvers<boolean>()
    const last = door.next().try({ ...attempt, work }, () => waiting.promise)
    await many(10, () => door.try('anna', '192.0.2.1', false))
    waiting.resolve(true)
    expect(await last).toBe(true)
    expect(await door.try('anna', '192.0.2.1', false)).toBe('wrong')
  })

  test('ignore a verification that throws', async () => {
    const door = await open(kind)
    const attempt = { account: 'anna', address: '192.0.2.1', isKnown: async () => false, work: undefined }
    for (let time = 0; time < 30; time++) {
      await expect(door.next().try(attempt, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
    }
    expect(await door.next().try(attempt, async () => true)).toBe(true)
  })
})

test('attempts that wait for each other do not keep asking the database', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const attempts = createPasswordAttempts({ ...platform, work: createWork(platform) })
  const transaction = vi.spyOn(platform.db, 'transaction')
  const attempt = { account: 'anna', address: '192.0.2.1', isKnown: async () => false, work: undefined }
  const results = await many(50, () =>
    attempts.try(attempt, async () => {
      await setTimeout(20)
      return true
    }),
  )
  expect(results.every(Boolean)).toBe(true)
  expect(transaction).toHaveBeenCalledTimes(50)
})

test('a right password without wrong ones before it writes nothing on SQLite, and a wrong one writes one row', async () => {
  const { db, ...door } = await open('SQLite')
  const changes = async () => {
    const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
    return rows[0]?.changes
  }
  const before = Number(await changes())
  await door.try('anna', '192.0.2.1', true)
  expect(await changes()).toBe(before)
  await door.try('anna', '192.0.2.1', false)
  expect(await changes()).toBe(before + 1)
})
