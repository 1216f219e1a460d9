import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Platform } from '../../platform.ts'
import { databases } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { updatePrivacy } from '../settings.ts'
import { updateView } from '../update-view.ts'
import { listPlaces } from './list.ts'
import { addPlaces, allOf, numbered, startForLists } from './testing/places.ts'

const namesOf = async (platform: Platform, q: string) =>
  (await listPlaces(platform, { q })).places.map(({ name }) => name)

describe.each(databases)('searches for places on %s', (kind) => {
  test('finds names by prefix first, then by any part, in any script and letter case', async () => {
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
    expect(all.slice(0, 120).map(({ name }) => name)).toEqual(numbered('Robot ', 120))
  })
})
