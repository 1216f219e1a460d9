import { day, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { acceptRequest, requestFriendship } from '../../social/friendships.ts'
import { countAsLong } from '../../testing/long-sessions.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { joinPlace } from '../sessions/join.ts'
import { updatePrivacy } from '../settings.ts'
import { updateView } from '../update-view.ts'
import { listPlaces } from './list.ts'
import { listFriendsPlaces, recommendPlaces } from './personal.ts'
import { dropRepeated } from './shelf-rules.ts'
import { addPlaces, allOf, numbered, startForLists } from './testing/places.ts'

describe.each(databases)('shelves on %s', (kind) => {
  async function start() {
    const { platform, maker, player } = await startForLists(kind)
    let age = 0
    const ids = await addPlaces(platform, numbered('Place ', 20), maker, () => age++)
    const idOf = (index: number) => ids[index] ?? 0
    const nameOf = (index: number) => `Place ${String(index).padStart(4, '0')}`
    /** Plays in places one after the other. */
    const play = async (person: Actor, ...indexes: number[]) => {
      for (const index of indexes) {
        const { ticket } = await joinPlace(platform, person, { id: idOf(index) })
        await redeemTicket(platform, ticket, undefined)
        platform.pass(1)
      }
      await countAsLong(platform)
    }
    return { platform, maker, player, idOf, nameOf, play }
  }
  const namesOf = (places: readonly { name: string }[] | undefined) => places?.map(({ name }) => name)

  test('show played, rising, genre and new places, and leave out repeated shelves', async () => {
    const { platform, maker, player, idOf, nameOf, play } = await start()
    for (const index of [7, 8]) {
      await updateView(platform, maker, {
        id: idOf(index),
        name: nameOf(index),
        genre: 'Puzzle',
        tags: 'Maze',
      })
    }
    // Places that were popular until lately keep the rising place off the first shelf.
    for (const name of ['Ana', 'Bob', 'Cem']) await play(await registerPerson(platform, name), 1, 2, 3, 4, 5)
    platform.pass(3 * day)
    await play(player, 13, 7)
    await play(await registerPerson(platform, 'Guest'), 7)
    platform.pass(second)
    const shelves = await platform.placeShelves.read()
    expect(shelves.map(({ kind: of }) => of)).toEqual(['playing', 'rising', 'genre', 'new'])
    expect(namesOf(shelves[0]?.places)?.[0]).toBe(nameOf(7))
    expect(namesOf(shelves[1]?.places)?.slice(0, 2)).toEqual([nameOf(7), nameOf(13)])
    expect(shelves[2]).toMatchObject({ genre: 'Puzzle' })
    expect(namesOf(shelves[2]?.places)).toEqual([nameOf(7), nameOf(8)])
    expect(await platform.placeShelves.read()).toBe(shelves)
    expect(namesOf(await allOf(platform, { genre: 'Puzzle' }))).toEqual([nameOf(7), nameOf(8)])
    expect(namesOf(await allOf(platform, { tag: 'MAZE' }))).toEqual([nameOf(7), nameOf(8)])
    expect((await listPlaces(platform, null, { genre: 'Sports' })).places).toEqual([])
  })

  test.each(['rising', 'popular'])('the list of %s places has every place once', async (sort) => {
    const { platform, maker, player, play } = await start()
    await addPlaces(platform, numbered('More ', 60), maker, () => Math.floor(Math.random() * 3))
    await play(player, 3, 7, 9)
    const all = namesOf(await allOf(platform, { sort }))
    expect(new Set(all).size).toBe(80)
    expect(all).toHaveLength(80)
  })

  test('recommend places that players of a played place also play, except places that the viewer has played', async () => {
    const { platform, maker, player, idOf, nameOf, play } = await start()
    expect(await recommendPlaces(platform, player)).toBeNull()
    for (const name of ['Ana', 'Bob', 'Cem']) await play(await registerPerson(platform, name), 1, 2, 3, 4)
    await play(player, 1, 2)
    await updatePrivacy(platform, maker, { id: idOf(4), privateServer: 'true' })
    const found = await recommendPlaces(platform, player)
    expect([nameOf(1), nameOf(2)]).toContain(found?.because.name)
    expect(namesOf(found?.places)).toEqual([nameOf(3)])
  })

  test('show the places that friends have played, most played by friends first', async () => {
    const { platform, player, nameOf, play } = await start()
    for (const [index, name] of ['Ana', 'Bob', 'Stranger'].entries()) {
      const friend = await registerPerson(platform, name)
      if (name !== 'Stranger') {
        await requestFriendship(platform, player, { username: name })
        await acceptRequest(platform, friend, { username: 'Player' })
      }
      await play(friend, index + 10, 5)
    }
    const found = namesOf(await listFriendsPlaces(platform, player))
    expect(found).toEqual([nameOf(5), nameOf(11), nameOf(10)])
  })
})

test('a shelf is left out when all of its places are on the shelves before it', () => {
  const kept = dropRepeated([{ ids: [1, 2] }, { ids: [2, 1] }, { ids: [2, 3] }, { ids: [] }])
  expect(kept).toEqual([{ ids: [1, 2] }, { ids: [2, 3] }])
})
