import { hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { listPlaces } from '../lists/list.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { joinPlace } from '../sessions/join.ts'
import { endPlaying } from '../sessions/queries.ts'
import { sweepPlayingRecords } from '../sessions/sweep.ts'
import { tallyVisits } from './tally.ts'

describe.each(databases)('rankings on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Limits: { JoinsPerHour: 40 } })
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    const { id } = await createPublishedPlace(platform, maker, { name: 'Forged' })
    const begin = async (actor: Actor) => {
      const { ticket } = await joinPlace(platform, actor, { id })
      await redeemTicket(platform, ticket, undefined)
      return ticket
    }
    const beat = (ticket: string) =>
      platform.db
        .updateTable('playing_records')
        .set({ last_ping: platform.now() })
        .where('ticket', '=', ticket)
        .execute()
    const play = async (actor: Actor, minutes: number) => {
      const ticket = await begin(actor)
      platform.pass(minutes * minute)
      await beat(ticket)
      await endPlaying(platform.db, actor.id, platform.now(), 'left')
      await tally()
    }
    // Two processes may count at once.
    const tally = () => Promise.all([tallyVisits(platform), tallyVisits(platform)])
    const read = () =>
      platform.db
        .selectFrom('places')
        .select(['visits', 'popularity', 'momentum', 'rising', 'ranked_ms', 'played_ms'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    return { platform, maker, player, id, begin, beat, play, tally, read }
  }
  const unranked = { popularity: 0, momentum: 0, rising: 0, ranked_ms: 0 }

  test('count no visit of a player who leaves within five minutes, while the place does', async () => {
    const { player, play, read } = await start()
    for (let visit = 0; visit < 30; visit++) await play(player, 0)
    await play(player, 4)
    expect(await read()).toMatchObject({ visits: 31, ...unranked, played_ms: 4 * minute })
  })

  test('count no visit of the owner', async () => {
    const { maker, play, read } = await start()
    await play(maker, 60)
    expect(await read()).toMatchObject({ visits: 1, ...unranked, played_ms: hour })
  })

  test('count a player after five minutes, while the game goes on', async () => {
    const { platform, player, begin, beat, tally, read } = await start()
    const ticket = await begin(player)
    platform.pass(5 * minute - 1)
    await beat(ticket)
    await tally()
    expect(await read()).toMatchObject(unranked)
    platform.pass(1)
    await beat(ticket)
    await tally()
    const { popularity, rising } = await read()
    expect(popularity).toBeGreaterThan(0)
    expect(rising).toBeGreaterThan(0)
  })

  test('count a player once in six hours', async () => {
    const { platform, player, play, read } = await start()
    await play(player, 10)
    const first = await read()
    expect(first.popularity).toBeGreaterThan(0)
    await play(player, 10)
    platform.pass(5 * hour)
    await play(player, 10)
    expect(await read()).toMatchObject({ visits: 3, popularity: first.popularity })
    platform.pass(hour)
    await play(player, 10)
    const { popularity, ranked_ms } = await read()
    expect(popularity).toBeGreaterThan(first.popularity)
    expect(ranked_ms).toBe(40 * minute)
  })

  test('list a place by its present players without its owner', async () => {
    const { platform, maker, player, id, begin } = await start()
    platform.pass(1)
    const { id: newer } = await createPublishedPlace(platform, player, { name: 'Newer' })
    const order = async () => {
      platform.pass(1_001)
      return (await listPlaces(platform, null, { sort: 'playing' })).places.map((place) => [
        place.id,
        place.playerCount,
      ])
    }
    await begin(maker)
    expect(await order()).toEqual([
      [newer, 0],
      [id, 1],
    ])
    await begin(player)
    expect(await order()).toEqual([
      [id, 2],
      [newer, 0],
    ])
  })

  test('keep unused tickets for an hour, and limit the joins of a player', async () => {
    const { platform, player, id } = await start()
    for (let join = 0; join < 40; join++) await joinPlace(platform, player, { id })
    await expect(joinPlace(platform, player, { id })).rejects.toMatchObject({ reason: 'limited' })
    platform.pass(hour + 1)
    await sweepPlayingRecords(platform)
    expect(await platform.db.selectFrom('playing_records').select('ticket').execute()).toEqual([])
  })
})
