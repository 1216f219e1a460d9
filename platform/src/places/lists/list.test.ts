import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { startOf } from '../../testing/starting.ts'
import { joinPlace } from '../sessions/join.ts'
import { updatePrivacy } from '../settings.ts'
import { voteOnPlace } from '../votes/vote.ts'
import { listPlaces } from './list.ts'
import { findPlayed } from './queries.ts'
import { addPlaces, allOf, numbered, startForLists } from './testing/places.ts'

describe.each(databases)('lists of places on %s', (kind) => {
  test('lists places with most players first, then the newest, on pages of any size', async () => {
    const { platform, maker, player } = await startForLists(kind)
    const made: number[] = []
    for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Closed']) {
      platform.pass(1)
      made.push((await createPublishedPlace(platform, maker, { name })).id)
    }
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, closed = 0] = made
    const play = async (person: Actor, placeId: number) =>
      platform.gameSessions.spend(startOf((await joinPlace(platform, person, { id: placeId })).ticket))
    for (const [index, placeId] of [second, second, third, closed, closed, closed].entries()) {
      await play(await registerPerson(platform, `Guest_${index}`), placeId)
    }
    await play(player, first)
    await updatePrivacy(platform, maker, { id: closed, privateServer: 'true' })
    const ranking = await platform.placeRankings.read()
    const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id)
    const inOrder = [second, third, first, fifth, fourth]
    const all = await findPlayed(platform.db, ranking, { limit: 50 })
    expect(ids(all)).toEqual(inOrder)
    expect(all.map(({ rank }) => rank)).toEqual([2, 1, 1, 0, 0])
    for (const limit of [1, 2, 3, 4]) {
      for (const [index, after] of all.entries()) {
        const page = await findPlayed(platform.db, ranking, { limit, after })
        expect(ids(page)).toEqual(inOrder.slice(index + 1, index + 1 + limit))
      }
    }

    // Lists within a second share a ranking. Later changes neither lose nor repeat a place, and never show a private one.
    platform.pass(500)
    await play(await registerPerson(platform, 'Guest_9'), fourth)
    await play(player, fifth)
    await updatePrivacy(platform, maker, { id: third, privateServer: 'true' })
    expect(await platform.placeRankings.read()).toBe(ranking)
    expect(ids(await allOf(platform, {}))).toEqual([second, first, fifth, fourth])
    platform.pass(500)
    const later = await listPlaces(platform, null, {})
    expect(later.places.map((place) => [place.id, place.playerCount])).toEqual([
      [second, 2],
      [fifth, 1],
      [fourth, 1],
      [first, 0],
    ])
  })

  test('lists the best rated places first, and rates few votes below many', async () => {
    const { platform, maker } = await startForLists(kind)
    const [many = 0, few = 0, bad = 0, secret = 0] = await addPlaces(
      platform,
      ['Many', 'Few', 'Bad', 'Secret'],
      maker,
    )
    const people: Actor[] = []
    for (let index = 0; index < 12; index++) people.push(await registerPerson(platform, `Voter_${index}`))
    const rated = [many, few, bad, secret]
    await platform.db
      .insertInto('place_players')
      .values(
        people.flatMap(({ id: user_id }) =>
          rated.map((place_id) => ({ user_id, place_id, visits: 1, played_ms: 0, last_played: 0 })),
        ),
      )
      .execute()
    for (const [index, person] of people.entries()) {
      await voteOnPlace[index < 11 ? 'like' : 'dislike'](platform, person, { id: many })
      await voteOnPlace[index < 4 ? 'like' : 'dislike'](platform, person, { id: bad })
      if (index < 1) await voteOnPlace.like(platform, person, { id: few })
      await voteOnPlace.like(platform, person, { id: secret })
    }
    await updatePrivacy(platform, maker, { id: secret, privateServer: 'true' })
    const { places } = await listPlaces(platform, null, { sort: 'rated' })
    expect(places.map(({ name, likeCount, dislikeCount }) => [name, likeCount, dislikeCount])).toEqual([
      ['Many', 11, 1],
      ['Few', 1, 0],
      ['Bad', 4, 8],
    ])
  })

  test.each(['playing', 'rated', 'new'])(
    'lists every place once on the pages of %s, in a stable order',
    async (sort) => {
      const { platform, maker } = await startForLists(kind)
      const ids = await addPlaces(platform, numbered('Place ', 130), maker, () =>
        Math.floor(Math.random() * 3),
      )
      await platform.db
        .updateTable('places')
        .set({ rating: 500_000 })
        .where('id', 'in', ids.slice(0, 70))
        .execute()
      const all = (await allOf(platform, { sort })).map(({ id }) => id)
      expect(all.toSorted()).toEqual(ids.toSorted())
      expect((await allOf(platform, { sort })).map(({ id }) => id)).toEqual(all)
      if (sort === 'rated') expect(new Set(all.slice(0, 70))).toEqual(new Set(ids.slice(0, 70)))
    },
  )

  test('refuses unknown orders and cursors', async () => {
    const { platform, maker } = await startForLists(kind)
    await addPlaces(platform, ['One'], maker)
    await expect(listPlaces(platform, null, { sort: 'best' })).rejects.toThrow('Sort by one of these')
    for (const cursor of ['', 'x', '1-2', '-1-2-3', `1-2-${'9'.repeat(10)}`]) {
      await expect(listPlaces(platform, null, { cursor }), cursor).rejects.toThrow('This page of the list')
    }
    for (const cursor of ['', 'parts-', 'parts-x', 'beginnings-1-', 'beginnings-1-AA', '1-2-3']) {
      await expect(listPlaces(platform, null, { q: 'one', cursor }), cursor).rejects.toThrow(
        'This page of the list',
      )
    }
  })
})
