import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Platform } from '../../platform.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { startOf } from '../../testing/starting.ts'
import { joinPlace } from '../sessions/join.ts'
import { updatePrivacy } from '../settings.ts'
import { updateView } from '../update-view.ts'
import { listPlaces } from './list.ts'
import { addPlaces, allOf, numbered, startForLists } from './testing/places.ts'

const namesOf = async (platform: Platform, q: string) =>
  (await listPlaces(platform, null, { q })).places.map(({ name }) => name)

describe.each(databases)('searches for places on %s', (kind) => {
  test('finds whole names first, then beginnings of words, then any part, in any script and letter case', async () => {
    const { platform, maker } = await startForLists(kind)
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
    expect(found[0]).toBe('sky')
    expect(found.slice(1, 3).toSorted()).toEqual(['Sky Ladders', 'The SKY is blue'])
    expect(found[3]).toBe('Whisky')
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

  test('finds short words in any order, although no index has them', async () => {
    const { platform, maker } = await startForLists(kind)
    await addPlaces(platform, ['Fun in the sky', 'Funny clouds'], maker)
    expect(await namesOf(platform, 'sky fun')).toEqual(['Fun in the sky'])
  })

  test('finds places by their current name and visibility', async () => {
    const { platform, maker } = await startForLists(kind)
    const { id } = await createPublishedPlace(platform, maker, { name: 'Old harbour' })
    expect(await namesOf(platform, 'harb')).toEqual(['Old harbour'])
    await updateView(platform, maker, { id, name: 'New mountain' })
    expect(await namesOf(platform, 'harb')).toEqual([])
    expect(await namesOf(platform, 'ount')).toEqual(['New mountain'])
    await updatePrivacy(platform, maker, { id, privateServer: 'true' })
    for (const q of ['new', 'ount']) expect(await namesOf(platform, q)).toEqual([])
    if (kind === 'SQLite') {
      // The index checks itself against the table.
      await sql`insert into place_name_parts (place_name_parts) values ('integrity-check')`.execute(
        platform.db,
      )
    }
  })

  test('finds every place once on the pages of a search', async () => {
    const { platform, maker } = await startForLists(kind)
    await addPlaces(platform, [...numbered('Robot ', 120), ...numbered('My robot ', 130), 'Nothing'], maker)
    const all = await allOf(platform, { q: 'robot' })
    expect(all).toHaveLength(250)
    expect(new Set(all.map(({ id }) => id)).size).toBe(250)
  })

  test('finds all matches that are thinly spread over thousands of names', async () => {
    const { platform, maker } = await startForLists(kind)
    // Ids are random, so the two are mixed.
    const rare = [...numbered('Rare ', 30), ...numbered('A rare ', 30), ...numbered('Parare', 60)]
    await addPlaces(platform, [...rare, ...numbered('Filler ', 4_000)], maker)
    const names = (await allOf(platform, { q: 'rare' })).map(({ name }) => name)
    expect(names.slice(0, 60).toSorted()).toEqual(rare.slice(0, 60).toSorted())
    expect(names.slice(60).toSorted()).toEqual(rare.slice(60).toSorted())
  })

  test('puts players before popularity, and popularity before age, among equal matches', async () => {
    const { platform, maker, player } = await startForLists(kind)
    const names = ['Tower one', 'A tower two', 'Tower three', 'Towering', 'Beach Watchtower', 'Tower']
    const [one = 0, two = 0, , , inside = 0] = await addPlaces(platform, names, maker)
    for (const [placeId, popularity] of [
      [one, 9_000],
      [inside, 10_000],
    ] as const)
      await platform.db.updateTable('places').set({ popularity }).where('id', '=', placeId).execute()
    await platform.gameSessions.spend(startOf((await joinPlace(platform, player, { id: two })).ticket))
    const found = await namesOf(platform, 'tower')
    expect(found.slice(0, 3)).toEqual(['Tower', 'A tower two', 'Tower one'])
    expect(found.slice(3, 5).toSorted()).toEqual(['Tower three', 'Towering'])
    expect(found[5]).toBe('Beach Watchtower')
    expect(await namesOf(platform, 'two tower')).toEqual(['A tower two'])
  })

  test('restricts a search to a genre, and sorts the best matches', async () => {
    const { platform, maker, player } = await startForLists(kind)
    const names = ['Tower one', 'Old tower', 'Tower three', 'My tower hat', 'Bridge', 'Watchtower']
    const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = await addPlaces(platform, names, maker)
    const set = (id: number, values: object) =>
      platform.db.updateTable('places').set(values).where('id', '=', id).execute()
    await set(one, { genre: 'Puzzle', rating: 5, published: 10, ranked_ms: 9_000_000_000_000 })
    await set(two, { genre: 'Racing', rating: 9, published: 20, ranked_ms: 5 })
    await set(three, { genre: 'Puzzle', rating: 7, published: 30, ranked_ms: 7, rising: 3 })
    await set(four, { genre: 'Puzzle', rating: 6, published: 40, ranked_ms: 6 })
    await set(five, { genre: 'Puzzle', rating: 10 })
    await set(six, { genre: 'Puzzle', rating: 8, published: 5 })
    await updateView(platform, maker, { id: five, name: 'Bridge', genre: 'Puzzle', tags: 'Tower' })
    await platform.gameSessions.spend(startOf((await joinPlace(platform, player, { id: two })).ticket))
    const found = async (input: Record<string, string>) =>
      (await allOf(platform, { q: 'tower', ...input })).map(({ name }) => name)
    expect((await found({ genre: 'Racing' })).toSorted()).toEqual(['Old tower'])
    expect((await found({ genre: 'Puzzle' })).at(-1)).toBe('Bridge')
    expect(await found({ genre: 'Puzzle' })).toHaveLength(5)
    const byRating = ['Bridge', 'Old tower', 'Watchtower', 'Tower three', 'My tower hat', 'Tower one']
    expect(await found({ sort: 'rated' })).toEqual(byRating)
    const oldest = ['Tower three', 'Tower one', 'Watchtower']
    expect((await found({ sort: 'new', genre: 'Puzzle' })).slice(-3)).toEqual(oldest)
    expect((await found({ sort: 'played' })).slice(0, 2)).toEqual(['Tower one', 'Tower three'])
    expect((await found({ sort: 'playing' }))[0]).toBe('Old tower')
    expect((await found({ sort: 'rising' }))[0]).toBe('Tower three')
    expect(await listPlaces(platform, null, { q: 'twoer', sort: 'rated', genre: 'Racing' })).toMatchObject({
      corrected: 'tower',
      sort: 'rated',
      genre: 'Racing',
      places: [{ name: 'Old tower' }],
    })
    const all = await allOf(platform, { sort: 'played' })
    expect(all.map(({ name }) => name).slice(0, 2)).toEqual(['Tower one', 'Tower three'])
  })

  test('pages a sorted search without gaps or repeats', async () => {
    const { platform, maker } = await startForLists(kind)
    await addPlaces(platform, numbered('Robot ', 130), maker)
    for (const sort of ['rated', 'new']) {
      const all = await allOf(platform, { q: 'robot', sort })
      expect(new Set(all.map(({ id }) => id)).size).toBe(130)
      expect(all).toHaveLength(130)
    }
  })

  test('finds tags after names, and a name despite a typo', async () => {
    const { platform, maker } = await startForLists(kind)
    await createPublishedPlace(platform, maker, { name: 'Parkour tower' })
    const { id } = await createPublishedPlace(platform, maker, { name: 'Crystal Cavern' })
    await updateView(platform, maker, { id, name: 'Crystal Cavern', tags: 'Parkour, two players' })
    expect(await namesOf(platform, 'parkour')).toEqual(['Parkour tower', 'Crystal Cavern'])
    expect(await namesOf(platform, 'two players')).toEqual(['Crystal Cavern'])
    expect(await listPlaces(platform, null, { q: 'Cristal cavren' })).toMatchObject({
      q: 'Cristal cavren',
      corrected: 'crystal cavern',
      places: [{ name: 'Crystal Cavern' }],
    })
    // Places that were created after the first correction are known as well.
    platform.pass(1)
    await createPublishedPlace(platform, maker, { name: 'Volcano' })
    expect(await namesOf(platform, 'volcnao')).toEqual(['Volcano'])
    expect((await listPlaces(platform, null, { q: 'nothing like it' })).corrected).toBeNull()
  })
})
