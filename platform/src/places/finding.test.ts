import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { countAsLong } from '../testing/long-sessions.ts'
import { registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { favouritePlace, unfavouritePlace } from './favourites/favourite.ts'
import { listFavouritePlaces } from './favourites/list.ts'
import { similarPlaces } from './lists/similar.ts'
import { redeemTicket } from './servers/redeem.ts'
import { joinPlace } from './sessions/join.ts'
import { endPlaying } from './sessions/queries.ts'
import { updatePrivacy } from './settings.ts'
import { updateView } from './update-view.ts'
import { viewPlace } from './view.ts'
import { tallyVisits } from './visits/tally.ts'

describe.each(databases)('genres, favourites, visits and similar places on %s', (kind) => {
  test('a place has a genre of the operator’s list and up to five tags', async () => {
    const { platform, maker, make } = await start(kind)
    const id = await make('Tower')
    const update = (fields: object) => updateView(platform, maker, { id, name: 'Tower', ...fields })
    await update({ genre: 'Racing', tags: ' fast cars , Night,night,  ' })
    expect(await viewPlace(platform, maker, { id })).toMatchObject({
      genre: 'Racing',
      tags: ['fast cars', 'Night'],
    })
    await update({})
    expect(await viewPlace(platform, maker, { id })).toMatchObject({
      genre: 'Racing',
      tags: ['fast cars', 'Night'],
    })
    await expect(update({ genre: 'Cooking' })).rejects.toThrow('Choose one of the listed genres')
    await expect(update({ tags: 'a' })).rejects.toThrow('Each tag needs 2 to 20')
    await expect(update({ tags: 'x'.repeat(21) })).rejects.toThrow('Each tag needs 2 to 20')
    await expect(update({ tags: 'aa,bb,cc,dd,ee,ff' })).rejects.toThrow('up to 5 tags')
    await update({ genre: '', tags: '' })
    expect(await viewPlace(platform, maker, { id })).toMatchObject({ genre: '', tags: [] })
  })

  test('favourites are counted once per user, and listed while they are public', async () => {
    const { platform, maker, player, make } = await start(kind)
    const [tower = 0, maze = 0] = [await make('Tower'), await make('Maze')]
    await Promise.all([1, 2, 3].map(() => favouritePlace(platform, player, { id: tower })))
    await favouritePlace(platform, maker, { id: tower })
    platform.pass(1)
    await favouritePlace(platform, player, { id: maze })
    expect(await viewPlace(platform, player, { id: tower })).toMatchObject({
      favourites: 2,
      favourited: true,
    })
    const named = async () => (await listFavouritePlaces(platform, player)).places.map(({ name }) => name)
    expect(await named()).toEqual(['Maze', 'Tower'])
    await updatePrivacy(platform, maker, { id: maze, privateServer: 'true' })
    expect(await named()).toEqual(['Tower'])
    await unfavouritePlace(platform, player, { id: tower })
    await unfavouritePlace(platform, player, { id: tower })
    expect(await viewPlace(platform, player, { id: tower })).toMatchObject({
      favourites: 1,
      favourited: false,
    })
    await expect(favouritePlace(platform, player, { id: maze })).rejects.toThrow('Place not found')
  })

  test('a session counts as one visit once it has started, and its time once it has ended', async () => {
    const { platform, maker, player, make, play } = await start(kind)
    const tower = await make('Tower')
    await joinPlace(platform, player, { id: tower })
    await tallyVisits(platform)
    expect((await viewPlace(platform, player, { id: tower })).visits).toBe(0)
    const ticket = await play(player, tower)
    await Promise.all([tallyVisits(platform), tallyVisits(platform)])
    platform.pass(20 * second)
    await platform.presence.recordClientHeartbeat(ticket)
    await platform.presence.flush()
    await play(player, tower)
    await play(maker, tower)
    await tallyVisits(platform)
    await tallyVisits(platform)
    expect((await viewPlace(platform, player, { id: tower })).visits).toBe(3)
    const { visitor_count, played_ms } = await platform.db
      .selectFrom('places')
      .select(['visitor_count', 'played_ms'])
      .executeTakeFirstOrThrow()
    expect([visitor_count, played_ms]).toEqual([2, 20 * second])
  })

  test('lists similar places by common players first, then by genre', async () => {
    const { platform, maker, make, play } = await start(kind)
    const names = ['Tower', 'Maze', 'Kart', 'Farm', 'Secret', 'Shop'] as const
    const ids = new Map<string, number>()
    for (const name of names) {
      platform.pass(minute)
      ids.set(name, await make(name))
    }
    const idOf = (name: (typeof names)[number]) => ids.get(name) ?? 0
    await updateView(platform, maker, { id: idOf('Tower'), name: 'Tower', genre: 'Puzzle' })
    await updateView(platform, maker, { id: idOf('Farm'), name: 'Farm', genre: 'Puzzle' })
    const crowd: Actor[] = []
    for (let index = 0; index < 6; index++) crowd.push(await registerPerson(platform, `Guest_${index}`))
    for (const [index, person] of crowd.entries()) {
      if (index < 4) await play(person, idOf('Tower'))
      if (index < 3) await play(person, idOf('Maze'))
      if (index > 2) await play(person, idOf('Kart'))
      if (index < 4) await play(person, idOf('Secret'))
    }
    await countAsLong(platform)
    await updatePrivacy(platform, maker, { id: idOf('Secret'), privateServer: 'true' })
    const found = await similarPlaces(platform, { id: idOf('Tower'), genre: 'Puzzle' }, 4)
    expect(found.map(({ name }) => name)).toEqual(['Maze', 'Kart', 'Farm', 'Shop'])
  })
})

async function start(kind: DatabaseKind) {
  const platform: TestPlatform = await openTestPlatform(kind)
  const maker = await registerPerson(platform, 'Maker')
  const player = await registerPerson(platform, 'Player')
  return {
    platform,
    maker,
    player,
    make: async (name: string) => (await createPublishedPlace(platform, maker, { name })).id,
    /** Plays in a place, which ends the user's session elsewhere. Returns the ticket. */
    async play(person: Actor, placeId: number) {
      await endPlaying(platform.db, person.id, platform.now(), 'left')
      const { ticket } = await joinPlace(platform, person, { id: placeId })
      await redeemTicket(platform, ticket, undefined)
      return ticket
    },
  }
}
