import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { newAssetId, newPlaceTicket } from '../../foundation/ids.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { Platform } from '../../platform.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { joinPlace } from '../sessions/join.ts'
import { updatePrivacy } from '../settings.ts'
import { updateView } from '../update-view.ts'
import { voteOnPlace } from '../votes/vote.ts'
import { listPlaces, placesPerPage } from './list.ts'
import { findPlayed } from './queries.ts'

/** Many at once, all made at one moment unless it is said when; of the newest the first. */
async function addPlaces({ db, now }: Platform, names: readonly string[], owner: Actor, age = () => 0) {
  const ids = new Set<number>()
  while (ids.size < names.length) ids.add(newAssetId())
  const rows = [...ids].map((id, index) => {
    const name = names[index] ?? ''
    return {
      id,
      name,
      name_key: nameKeyOf(name),
      description: '',
      description_updated: 0,
      owner_id: owner.id,
      created: now() - age(),
      updated: 0,
      max_players: 10,
      private_server: 0,
      private_ticket: newPlaceTicket(),
      server_ticket: newPlaceTicket(),
      dedicated: 0,
      server_address: '',
      server_port: 1,
      server_ping: 0,
      data_size: null,
      data_sha256: null,
      data_updated: null,
    }
  })
  for (let at = 0; at < rows.length; at += 200) {
    await db
      .insertInto('places')
      .values(rows.slice(at, at + 200))
      .execute()
  }
  return [...ids]
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(4, '0')}`)

/** Every page of a list. */
async function allOf(platform: Platform, input: Record<string, string>) {
  const all: { id: number; name: string }[] = []
  for (let cursor: string | undefined; ; ) {
    const { places, next } = await listPlaces(platform, { ...input, ...(cursor && { cursor }) })
    expect(places.length).toBeLessThanOrEqual(placesPerPage)
    all.push(...places)
    if (next === null) return all
    if (all.length > 100_000) throw new Error('the list does not end')
    cursor = next
  }
}

const namesOf = async (platform: Platform, q: string) =>
  (await listPlaces(platform, { q })).places.map(({ name }) => name)

describe.each(databases)('lists of places on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Places: { PerUser: 100 } })
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    return { platform, maker, player }
  }

  test('those with most players first, then the newest, on any page of any size', async () => {
    const { platform, maker, player } = await start()
    const made: number[] = []
    for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Closed']) {
      platform.pass(1)
      made.push((await createPlace(platform, maker, { name })).id)
    }
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, closed = 0] = made
    const play = async (person: Actor, placeId: number) =>
      platform.gameSessions.spend((await joinPlace(platform, person, placeId)).ticket)
    for (const [index, placeId] of [second, second, third, closed, closed, closed].entries()) {
      await play(await registerPerson(platform, `Guest_${index}`), placeId)
    }
    await play(player, first)
    await updatePrivacy(platform, maker, closed, { privateServer: 'true' })
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

    // Within a second all share one count; what has come or gone since is neither lost nor doubled nor shown to strangers.
    platform.pass(500)
    await play(await registerPerson(platform, 'Guest_9'), fourth)
    await play(player, fifth)
    await updatePrivacy(platform, maker, third, { privateServer: 'true' })
    expect(await platform.placeRankings.read()).toBe(ranking)
    expect(ids(await allOf(platform, {}))).toEqual([second, first, fifth, fourth])
    platform.pass(500)
    const later = await listPlaces(platform, {})
    expect(later.places.map((place) => [place.id, place.playerCount])).toEqual([
      [second, 2],
      [fifth, 1],
      [fourth, 1],
      [first, 0],
    ])
  })

  test('the best rated first: a few votes do not pass many', async () => {
    const { platform, maker } = await start()
    const [many = 0, few = 0, bad = 0, secret = 0] = await addPlaces(
      platform,
      ['Many', 'Few', 'Bad', 'Secret'],
      maker,
    )
    const people: Actor[] = []
    for (let index = 0; index < 12; index++) people.push(await registerPerson(platform, `Voter_${index}`))
    for (const [index, person] of people.entries()) {
      await voteOnPlace(platform, person, many, index < 11 ? 'like' : 'dislike')
      await voteOnPlace(platform, person, bad, index < 4 ? 'like' : 'dislike')
      if (index < 1) await voteOnPlace(platform, person, few, 'like')
      await voteOnPlace(platform, person, secret, 'like')
    }
    await updatePrivacy(platform, maker, secret, { privateServer: 'true' })
    const { places } = await listPlaces(platform, { sort: 'rated' })
    expect(places.map(({ name, likeCount, dislikeCount }) => [name, likeCount, dislikeCount])).toEqual([
      ['Many', 11, 1],
      ['Few', 1, 0],
      ['Bad', 4, 8],
    ])
  })

  test.each(['playing', 'rated', 'new'])(
    'pages of %s have every place once, ties stand still',
    async (sort) => {
      const { platform, maker } = await start()
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

  test('a name is found by its beginning, then by any part, whatever its letters', async () => {
    const { platform, maker } = await start()
    const names = [
      'Sky Ladders',
      'sky',
      'The SKY is blue',
      'Whisky',
      'Über den Wolken',
      '空の城ラピュタ',
      '100% fun_mode',
    ]
    await addPlaces(platform, names, maker)
    const found = await namesOf(platform, ' Sky ')
    expect(found.slice(0, 2)).toEqual(['sky', 'Sky Ladders'])
    expect(found.slice(2).toSorted()).toEqual(['The SKY is blue', 'Whisky'])
    expect(await namesOf(platform, 'y ladd')).toEqual(['Sky Ladders'])
    expect(await namesOf(platform, 'über DEN')).toEqual(['Über den Wolken'])
    expect(await namesOf(platform, 'WOLK')).toEqual(['Über den Wolken'])
    expect(await namesOf(platform, 'ｓｋｙ ｌ')).toEqual(['Sky Ladders'])
    expect(await namesOf(platform, '空')).toEqual(['空の城ラピュタ'])
    expect(await namesOf(platform, 'の城ラピ')).toEqual(['空の城ラピュタ'])
    expect(await namesOf(platform, '% fun_m')).toEqual(['100% fun_mode'])
    expect(await namesOf(platform, 'fun%mode')).toEqual([])
    expect(await namesOf(platform, 'funxmode')).toEqual([])
    expect(await namesOf(platform, 'w')).toEqual(['Whisky'])
    for (const q of [
      '"',
      '%',
      '_',
      '\\',
      "' or 1=1 --",
      'sky OR blue',
      'sky*',
      '\0',
      'sky\0',
      '\u{10FFFF}',
      '\uD800',
      'a"b',
    ]) {
      expect(await namesOf(platform, q), q).toEqual([])
    }
  })

  test('what is renamed, closed or made is found as it is now', async () => {
    const { platform, maker } = await start()
    const { id } = await createPlace(platform, maker, { name: 'Old harbour' })
    expect(await namesOf(platform, 'harb')).toEqual(['Old harbour'])
    await updateView(platform, maker, id, { name: 'New mountain' })
    expect(await namesOf(platform, 'harb')).toEqual([])
    expect(await namesOf(platform, 'ount')).toEqual(['New mountain'])
    await updatePrivacy(platform, maker, id, { privateServer: 'true' })
    for (const q of ['new', 'ount']) expect(await namesOf(platform, q)).toEqual([])
    if (kind === 'SQLite') {
      // What the index says of itself.
      await sql`insert into place_name_parts (place_name_parts) values ('integrity-check')`.execute(
        platform.db,
      )
    }
  })

  test('pages of a search follow one another with none doubled and none left out', async () => {
    const { platform, maker } = await start()
    await addPlaces(platform, [...numbered('Robot ', 120), ...numbered('My robot ', 130), 'Nothing'], maker)
    const all = await allOf(platform, { q: 'robot' })
    expect(all).toHaveLength(250)
    expect(new Set(all.map(({ id }) => id)).size).toBe(250)
    expect(all.slice(0, 120).map(({ name }) => name)).toEqual(numbered('Robot ', 120))
  })

  test('what is no list is refused in words', async () => {
    const { platform, maker } = await start()
    await addPlaces(platform, ['One'], maker)
    await expect(listPlaces(platform, { sort: 'best' })).rejects.toThrow('The list is sorted by one of')
    for (const cursor of ['', 'x', '1-2', '-1-2-3', `1-2-${'9'.repeat(10)}`]) {
      await expect(listPlaces(platform, { cursor }), cursor).rejects.toThrow('This part of the list')
    }
    for (const cursor of ['', 'parts-', 'parts-x', 'beginnings-1-', 'beginnings-1-AA', '1-2-3']) {
      await expect(listPlaces(platform, { q: 'one', cursor }), cursor).rejects.toThrow(
        'This part of the list',
      )
    }
  })
})
