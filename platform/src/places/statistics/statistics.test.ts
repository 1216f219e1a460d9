import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { registerPerson } from '../../testing/people.ts'
import { notThere } from '../../testing/place-world.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { joinPlace } from '../sessions/join.ts'
import { presenceLifetime } from '../sessions/rules.ts'
import { sweepPlayingRecords } from '../sessions/sweep.ts'
import { tallyVisits } from '../visits/tally.ts'
import { voteOnPlace } from '../votes/vote.ts'
import { sweepPlaceStatistics } from './sweep.ts'
import { exportPlaceStatistics, viewPlaceStatistics } from './view.ts'

describe.each(databases)('statistics of a place on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    const { id } = await createPublishedPlace(platform, maker, { name: 'Harbour', description: '' })
    const begin = async (actor: Actor) => {
      const { ticket } = await joinPlace(platform, actor, { id })
      // A tally in the background would read a session before the test has moved its start.
      await redeemTicket({ ...platform, visitTally: { runNow() {} } }, ticket, undefined)
      return ticket
    }
    /** Plays until now. */
    const play = async (actor: Actor, minutes: number) => {
      const ticket = await begin(actor)
      platform.pass(minutes * minute)
      const now = platform.now()
      await platform.db
        .updateTable('playing_records')
        .set({ last_ping: now, ended: now })
        .where('ticket', '=', ticket)
        .execute()
    }
    const view = async (by: string, viewer = maker) => viewPlaceStatistics(platform, viewer, { id, by })
    const newest = async (by: string) => {
      await Promise.all([tallyVisits(platform), tallyVisits(platform)])
      return (await view(by)).statistics.at(-1)
    }
    return { platform, maker, player, id, begin, play, view, newest }
  }

  test('count visits, time and players once under concurrent tallies, and leave out the owner', async () => {
    const { maker, player, play, newest, view } = await start()
    await play(player, 10)
    await play(player, 20)
    await play(maker, 5)
    expect(await newest('day')).toMatchObject({
      visits: 2,
      newPlayers: 1,
      returningPlayers: 0,
      averageSession: 15 * minute,
    })
    expect((await view('hour')).statistics.at(-1)).toMatchObject({ visits: 2, players: expect.any(Number) })
    expect((await view('month')).statistics.at(-1)).toMatchObject({ visits: 2, newPlayers: 1 })
  })

  test('count a player of an earlier day as returning, once a day', async () => {
    const { platform, player, play, newest } = await start()
    await play(player, 1)
    await newest('day')
    platform.pass(day)
    await play(player, 1)
    await play(player, 1)
    expect(await newest('day')).toMatchObject({ visits: 2, newPlayers: 0, returningPlayers: 1 })
    expect(await newest('month')).toMatchObject({ visits: 3, newPlayers: 1, returningPlayers: 0 })
  })

  test('count a returning player once, when an earlier visit is counted after a later one', async () => {
    const { platform, player, begin, play, newest } = await start()
    await play(player, 1)
    await newest('day')
    platform.pass(2 * day)
    await play(player, 1)
    await newest('day')
    const late = platform.db.updateTable('playing_records').where('ticket', '=', await begin(player))
    await late.set({ started: platform.now() - day, ended: platform.now() }).execute()
    await newest('day')
    await play(player, 1)
    expect(await newest('day')).toMatchObject({ visits: 2, returningPlayers: 1 })
  })

  test('count the time of a session of more than a day whose heartbeats stop', async () => {
    const { platform, player, begin, newest } = await start()
    const playing = platform.db.updateTable('playing_records').where('ticket', '=', await begin(player))
    platform.pass(25 * hour)
    await playing.set({ last_ping: platform.now() }).execute()
    platform.pass(presenceLifetime + 1)
    const left = async () => {
      await sweepPlayingRecords(platform)
      return platform.db.selectFrom('playing_records').select('ticket').execute()
    }
    expect(await left()).toHaveLength(1)
    expect(await newest('month')).toMatchObject({ averageSession: 25 * hour })
    expect(await left()).toEqual([])
  })

  test('spread played time over the hours in which it was played, even before the session ends', async () => {
    const { platform, maker, id, player, begin, newest, view } = await start()
    // The clock of tests starts on the hour.
    platform.pass(hour - (platform.now() % hour) + 30 * minute)
    const ticket = await begin(player)
    platform.pass(60 * minute)
    const playing = platform.db.updateTable('playing_records').where('ticket', '=', ticket)
    await playing.set({ last_ping: platform.now() }).execute()
    const players = async () => (await view('hour')).statistics.slice(-2).map((one) => one.players)
    expect((await view('hour')).playing).toBe(1)
    // The player was there for half of the first hour, and for all of the second hour so far.
    expect(await players()).toEqual([0.5, 1])
    const exported = await exportPlaceStatistics(platform, maker, { id, by: 'hour' })
    expect(exported.statistics.map((one) => one.players)).toEqual([0.5, 1])
    await playing.set({ ended: platform.now() }).execute()
    await newest('hour')
    expect(await players()).toEqual([0.5, 1])
  })

  test('subtract withdrawn votes', async () => {
    const { platform, player, id, view } = await start()
    await voteOnPlace.like(platform, player, { id })
    platform.pass(day)
    await voteOnPlace.dislike(platform, player, { id })
    const { statistics } = await view('day')
    expect(statistics.slice(-2)).toMatchObject([
      { likes: 1, dislikes: 0 },
      { likes: -1, dislikes: 1 },
    ])
  })

  test('keep hours for two weeks, days for thirteen months and months for ever', async () => {
    const { platform, maker, player, id, play, newest, view } = await start()
    await play(player, 1)
    await newest('day')
    const kept = async () => {
      await sweepPlaceStatistics(platform)
      const rows = await platform.db.selectFrom('place_statistics').select('unit').execute()
      return rows.map(({ unit }) => unit).sort()
    }
    platform.pass(13 * day)
    expect(await kept()).toEqual(['day', 'hour', 'month'])
    platform.pass(2 * day)
    expect(await kept()).toEqual(['day', 'month'])
    platform.pass(400 * day)
    expect(await kept()).toEqual(['month'])
    const { statistics } = await exportPlaceStatistics(platform, maker, { id, by: 'month' })
    expect(statistics).toMatchObject([{ visits: 1, newPlayers: 1 }])
    expect(await view('hour')).toMatchObject({ isEmpty: false })
  })

  test('are shown to the owner and to moderators, and nobody else learns that they exist', async () => {
    const { platform, player, view } = await start()
    await expect(view('day', player)).rejects.toMatchObject(notThere)
    expect(await view('none', { ...player, permissionLevel: 4 })).toMatchObject({
      by: 'day',
      isEmpty: true,
    })
    await expect(viewPlaceStatistics(platform, player, { id: 1 })).rejects.toMatchObject(notThere)
  })
})
