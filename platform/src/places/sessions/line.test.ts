import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { joinPlace } from './join.ts'
import { joinOrWait, leaveAnyLine } from './join-or-wait.ts'
import { sweepLines } from './line.ts'

describe.each(databases)('the line of a full place on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const [maker, first, second, late] = [
      await registerPerson(platform, 'Maker'),
      await registerPerson(platform, 'First'),
      await registerPerson(platform, 'Second'),
      await registerPerson(platform, 'Late'),
    ]
    const { id } = await createPublishedPlace(platform, maker, { name: 'Harbour', description: '' })
    await platform.db.updateTable('places').set({ max_players: 1 }).where('id', '=', id).execute()
    const wait = (actor: typeof first) => {
      platform.pass(1)
      return joinOrWait(platform, actor, { id })
    }
    const ticket = { ticket: expect.stringMatching(/^[a-z0-9]{24}$/) }
    return { platform, maker, first, second, late, id, wait, ticket }
  }

  test('gives a free seat to the first in line, and not to players who come later', async () => {
    const { platform, maker, first, second, late, id, wait, ticket } = await start()
    expect(await wait(maker)).toEqual(ticket)
    expect(await wait(first)).toEqual({ position: 1 })
    expect(await wait(second)).toEqual({ position: 2 })
    expect(await wait(first)).toEqual({ position: 1 })
    // The maker’s unused ticket holds the seat for a minute, while both keep asking.
    for (let seconds = 0; seconds < 60; seconds += 20) {
      platform.pass(20_000)
      if (seconds < 40) for (const actor of [second, first]) await wait(actor)
    }
    await expect(joinPlace(platform, late, { id })).rejects.toMatchObject({ reason: 'conflict' })
    expect(await wait(second)).toEqual({ position: 2 })
    expect(await wait(first)).toEqual(ticket)
    expect(await wait(second)).toEqual({ position: 1 })
  })

  test('passes over players who have stopped asking, and forgets them after their lease', async () => {
    const { platform, maker, first, second, wait, ticket } = await start()
    await wait(maker)
    await wait(first)
    await wait(second)
    platform.pass(61_000)
    // The first player has not asked for a minute, so the seat goes to the second, who asks.
    expect(await wait(second)).toEqual(ticket)
    expect(await wait(first)).toEqual({ position: 1 })
    platform.pass(91_000)
    await sweepLines(platform)
    expect(await platform.db.selectFrom('place_line').selectAll().execute()).toEqual([])
  })

  test('moves on when a player leaves it, and keeps the seat of a player who waits in it', async () => {
    const { platform, maker, first, second, wait, ticket } = await start()
    expect(await wait(maker)).toEqual(ticket)
    expect(await wait(maker)).toEqual(ticket)
    await wait(first)
    await wait(second)
    await leaveAnyLine(platform, first)
    expect(await wait(second)).toEqual({ position: 1 })
  })
})
