import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { startOf } from '../../testing/starting.ts'
import { createPlace } from '../create.ts'
import { createGameSessions } from './game-sessions.ts'
import { joinPlace } from './join.ts'

// Callers check a ticket before they spend it, and the ticket may change in between.
describe.each(databases)('spending a join ticket on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const player = await registerPerson(platform, 'Player')
    const { id } = await createPlace(platform, player, { name: 'A place' })
    const join = async () => (await joinPlace(platform, player, { id })).ticket
    return { platform, join, spend: (ticket: string) => platform.gameSessions.spend(startOf(ticket)) }
  }

  test('lets one of several processes spend a ticket', async () => {
    const { platform, join } = await start()
    const ticket = await join()
    const processes = Array.from({ length: 5 }, () => createGameSessions(platform))
    const spent = await Promise.all(processes.map(({ spend }) => spend(startOf(ticket))))
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  test('does not spend a ticket that was spent, superseded or expired meanwhile', async () => {
    const { platform, join, spend } = await start()
    const first = await join()
    expect([await spend(first), await spend(first)]).toEqual([true, false])
    const superseded = await join()
    const old = await join()
    expect(await spend(superseded)).toBe(false)
    platform.pass(5 * minute)
    expect(await spend(old)).toBe(false)
  })

  test('tells tickets of the same batch apart', async () => {
    const { join, spend } = await start()
    const superseded = await join()
    const good = await join()
    const answers = await Promise.all([superseded, good, good, 'a'.repeat(24)].map(spend))
    expect(answers).toEqual([false, true, false, false])
  })
})
