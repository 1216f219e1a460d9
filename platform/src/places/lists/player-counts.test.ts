import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { startOf } from '../../testing/starting.ts'
import { joinPlace } from '../sessions/join.ts'
import { endPlaying } from '../sessions/queries.ts'
import { updatePrivacy } from '../settings.ts'
import type { PlayerEvent } from './count-follower.ts'
import { createPlayerCounts } from './player-counts.ts'
import type { createPlaceRankings } from './ranking.ts'

const address = '192.0.2.1'
const forever = new AbortController().signal

async function play(platform: TestPlatform, actor: Actor, placeId: number) {
  await platform.gameSessions.spend(startOf((await joinPlace(platform, actor, { id: placeId })).ticket))
}

/** Passes a second, and notifies followers of changes. */
async function passSecond(platform: TestPlatform) {
  platform.pass(1_000)
  await platform.playerCounts.poll()
}

/** Collects all events of a stream. */
function listen(stream: AsyncGenerator<PlayerEvent, void>) {
  const events: PlayerEvent[] = []
  const take = async () => {
    for await (const event of stream) events.push(event)
  }
  return { events, ended: take() }
}

describe.each(databases)('live counts on %s', (kind) => {
  test('sends the counts of the followed places, and their changes', async () => {
    const platform = await openTestPlatform(kind, { Places: { PerUser: 10 } })
    const { playerCounts } = platform
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    const { id: here } = await createPublishedPlace(platform, maker, { name: 'Here' })
    const { id: there } = await createPublishedPlace(platform, maker, { name: 'There' })
    const { id: closed } = await createPublishedPlace(platform, maker, { name: 'Closed' })
    await updatePrivacy(platform, maker, { id: closed, privateServer: 'true' })
    await play(platform, maker, closed)
    const leaving = new AbortController()
    const one = listen(playerCounts.follow([here, closed], address, leaving.signal))
    const other = listen(playerCounts.follow([there], address, forever))
    await expect.poll(() => one.events).toEqual([{ type: 'players', counts: { [here]: 0, [closed]: 0 } }])

    await play(platform, player, here)
    await passSecond(platform)
    await expect.poll(() => one.events.slice(1)).toEqual([{ type: 'players', counts: { [here]: 1 } }])
    await passSecond(platform)
    await endPlaying(platform.db, player.id, platform.now(), 'left')
    await passSecond(platform)
    await playerCounts.heartbeat()
    await expect
      .poll(() => one.events.slice(2))
      .toEqual([{ type: 'players', counts: { [here]: 0 } }, { type: 'heartbeat' }])
    expect(other.events).toEqual([{ type: 'players', counts: { [there]: 0 } }, { type: 'heartbeat' }])

    leaving.abort()
    await one.ended
    playerCounts.endWaits()
    await other.ended
    expect((await playerCounts.follow([here], address, forever).next()).done).toBe(true)
  })

  test('sends a slow reader only the latest count of each place', async () => {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'Here' })
    const stream = platform.playerCounts.follow([id], address, forever)
    expect((await stream.next()).value).toEqual({ type: 'players', counts: { [id]: 0 } })
    await play(platform, maker, id)
    await passSecond(platform)
    await play(platform, await registerPerson(platform, 'Player'), id)
    await passSecond(platform)
    expect((await stream.next()).value).toEqual({ type: 'players', counts: { [id]: 2 } })
    await platform.playerCounts.heartbeat()
    expect((await stream.next()).value).toEqual({ type: 'heartbeat' })
    await stream.return()
  })
})

/** Player counts over a ranking without places, which counts its reads. */
function startWithoutPlaces() {
  let reads = 0
  const placeRankings: ReturnType<typeof createPlaceRankings> = {
    async read() {
      reads += 1
      return { at: reads, places: [], ranks: new Map(), playerCounts: new Map() }
    },
  }
  return { counts: createPlayerCounts({ placeRankings }), reads: () => reads }
}

test('reads no counts without followers', async () => {
  const { counts, reads } = startWithoutPlaces()
  await counts.poll()
  expect(reads()).toBe(0)
  const leaving = new AbortController()
  await counts.follow([1], address, leaving.signal).next()
  leaving.abort()
  const before = reads()
  await counts.poll()
  expect(reads()).toBe(before)
})

test('limits followers per address, and accepts new ones after others leave', async () => {
  const { counts } = startWithoutPlaces()
  const leaving = new AbortController()
  const follow = (from = address) => counts.follow([1], from, leaving.signal)
  const taken = Array.from({ length: 100 }, () => follow())
  expect(follow).toThrow('Too many pages are open')
  await follow('192.0.2.2').next()
  // One follower that was read from leaves, and later all others, which were not.
  await taken[0]?.next()
  await taken[0]?.return()
  follow()
  expect(follow).toThrow('Too many pages are open')
  leaving.abort()
  const back = new AbortController()
  for (let index = 0; index < 100; index++) counts.follow([1], address, back.signal)
  back.abort()
})
