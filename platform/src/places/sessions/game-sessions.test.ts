import { describe, expect, test } from 'vitest'
import { minute } from '../../foundation/clock.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { createGameSessions } from './game-sessions.ts'
import { joinPlace } from './join.ts'

// Whoever spends a ticket has read that it is good; between the two, anything may have happened.
describe.each(databases)('spending a join ticket on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const player = await registerPerson(platform, 'Player')
    const { id } = await createPlace(platform, player, { name: 'A place' })
    const join = async () => (await joinPlace(platform, player, id)).ticket
    return { platform, join, spend: platform.gameSessions.spend }
  }

  test('of several processes, one spends it', async () => {
    const { platform, join } = await start()
    const ticket = await join()
    const processes = Array.from({ length: 5 }, () => createGameSessions(platform))
    const spent = await Promise.all(processes.map(({ spend }) => spend(ticket)))
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  test('one that was spent, superseded or has become too old meanwhile is not spent', async () => {
    const { platform, join, spend } = await start()
    const first = await join()
    expect([await spend(first), await spend(first)]).toEqual([true, false])
    const superseded = await join()
    const old = await join()
    expect(await spend(superseded)).toBe(false)
    platform.pass(5 * minute)
    expect(await spend(old)).toBe(false)
  })

  test('those of one moment are told apart', async () => {
    const { join, spend } = await start()
    const superseded = await join()
    const good = await join()
    const answers = await Promise.all([superseded, good, good, 'a'.repeat(24)].map(spend))
    expect(answers).toEqual([false, true, false, false])
  })
})
