import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Platform } from '../../platform.ts'
import { databases } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { joinPlace } from '../sessions/join.ts'
import { updatePrivacy } from '../settings.ts'
import { updateView } from '../update-view.ts'
import { listPlaces } from './list.ts'
import { addPlaces, allOf, numbered, startForLists } from './testing/places.ts'

const namesOf = async (platform: Platform, q: string) =>
  (await listPlaces(platform, { q })).places.map(({ name }) => name)

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

  test('finds places by their current name and visibility', async () => {
    const { platform, maker } = await startForLists(kind)
    const { id } = await createPlace(platform, maker, { name: 'Old harbour' })
    expect(await namesOf(platform, 'harb')).toEqual(['Old harbour'])
    await updateView(platform, maker, id, { name: 'New mountain' })
    expect(await namesOf(platform, 'harb')).toEqual([])
    expect(await namesOf(platform, 'ount')).toEqual(['New mountain'])
    await updatePrivacy(platform, maker, id, { privateServer: 'true' })
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

  test('puts players before popularity, and popularity before age, among equal matches', async () => {
    const { platform, maker, player } = await startForLists(kind)
    const names = ['Tower one', 'A tower two', 'Tower three', 'Towering', 'Beach Watchtower', 'Tower']
    const [one = 0, two = 0, , , inside = 0] = await addPlaces(platform, names, maker)
    for (const [placeId, popularity] of [
      [one, 9_000],
      [inside, 10_000],
    ] as const)
      await platform.db.updateTable('places').set({ popularity }).where('id', '=', placeId).execute()
    await platform.gameSessions.spend((await joinPlace(platform, player, two)).ticket)
    const found = await namesOf(platform, 'tower')
    expect(found.slice(0, 3)).toEqual(['Tower', 'A tower two', 'Tower one'])
    expect(found.slice(3, 5).toSorted()).toEqual(['Tower three', 'Towering'])
    expect(found[5]).toBe('Beach Watchtower')
    expect(await namesOf(platform, 'two tower')).toEqual(['A tower two'])
  })

  test('finds tags after names, and a name despite a typo', async () => {
    const { platform, maker } = await startForLists(kind)
    await createPlace(platform, maker, { name: 'Parkour tower' })
    const { id } = await createPlace(platform, maker, { name: 'Crystal Cavern' })
    await updateView(platform, maker, id, { name: 'Crystal Cavern', tags: 'Parkour, two players' })
    expect(await namesOf(platform, 'parkour')).toEqual(['Parkour tower', 'Crystal Cavern'])
    expect(await namesOf(platform, 'two players')).toEqual(['Crystal Cavern'])
    expect(await listPlaces(platform, { q: 'Cristal cavren' })).toMatchObject({
      q: 'Cristal cavren',
      corrected: 'crystal cavern',
      places: [{ name: 'Crystal Cavern' }],
    })
    // Places that were created after the first correction are known as well.
    platform.pass(1)
    await createPlace(platform, maker, { name: 'Volcano' })
    expect(await namesOf(platform, 'volcnao')).toEqual(['Volcano'])
    expect((await listPlaces(platform, { q: 'nothing like it' })).corrected).toBeNull()
  })
})
