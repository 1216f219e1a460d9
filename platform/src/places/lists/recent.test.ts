import { describe, expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { startOf } from '../../testing/starting.ts'
import { joinPlace } from '../sessions/join.ts'
import { regeneratePrivateTicket, updatePrivacy } from '../settings.ts'
import { viewPlace } from '../view.ts'
import { listRecentPlaces } from './recent.ts'
import { addPlaces, startForLists } from './testing/places.ts'

describe.each(databases)('games to continue with on %s', (kind) => {
  test('list what the user has played, the latest first, and private games only to their owner', async () => {
    const { platform, maker, player } = await startForLists(kind)
    const [old = 0, late = 0, secret = 0] = await addPlaces(
      platform,
      ['Old', 'Late', 'Secret', 'Never'],
      maker,
    )
    for (const [at, place_id] of [old, secret, late].entries()) {
      const visit = { user_id: player.id, place_id, visits: 1, played_ms: 0, last_played: 1_000 + at }
      await platform.db.insertInto('place_players').values(visit).execute()
    }
    await updatePrivacy(platform, maker, { id: secret, privateServer: 'true' })
    const recent = await listRecentPlaces(platform, player, 2)
    expect(recent.map(({ name, lastPlayed }) => [name, lastPlayed])).toEqual([
      ['Late', 1_002],
      ['Old', 1_000],
    ])
    expect(await listRecentPlaces(platform, maker, 2)).toEqual([])
    const visit = { user_id: maker.id, place_id: secret, visits: 1, played_ms: 0, last_played: 5 }
    await platform.db.insertInto('place_players').values(visit).execute()
    await platform.gameSessions.spend(startOf((await joinPlace(platform, maker, { id: secret })).ticket))
    expect(await listRecentPlaces(platform, maker, 2)).toMatchObject([
      { name: 'Secret', playerCount: 1, privateServer: true },
    ])
  })

  test('list private games of others with the link that opened them, until it is replaced', async () => {
    const { platform, maker, player } = await startForLists(kind)
    const [secret = 0] = await addPlaces(platform, ['Secret'], maker)
    await updatePrivacy(platform, maker, { id: secret, privateServer: 'true' })
    const { privateTicket } = await viewPlace(platform, maker, { id: secret })
    const joined = await joinPlace(platform, player, { id: secret, privateTicket })
    await platform.gameSessions.spend(startOf(joined.ticket))
    const visit = { user_id: player.id, place_id: secret, visits: 1, played_ms: 0, last_played: 5 }
    await platform.db.insertInto('place_players').values(visit).execute()
    expect(await listRecentPlaces(platform, player, 2)).toMatchObject([
      { name: 'Secret', playerCount: 1, privateServer: true, privateTicket },
    ])
    await regeneratePrivateTicket(platform, maker, { id: secret })
    expect(await listRecentPlaces(platform, player, 2)).toEqual([])
  })
})
