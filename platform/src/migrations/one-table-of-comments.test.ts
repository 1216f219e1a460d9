import { cp, rm } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CommentColumns } from '../comments/tables.ts'
import type { Database } from '../foundation/database.ts'
import { openEarlier } from '../testing/earlier-database.ts'
import { type DatabaseKind, databases } from '../testing/platforms.ts'
import * as initial from './0001-initial.ts'
import { migrations } from './all.ts'

type Columns = Omit<CommentColumns, 'asset_id' | 'place_id' | 'group_id' | 'version'>

/** Tables of comments before the migration. */
interface Before {
  comments: Columns & { asset_id: number }
  place_comments: Columns & { place_id: number; version: number }
  group_comments: Columns & { group_id: number }
}

const first = { '0001-initial': initial }

const name = '0002-one-table-of-comments-after-0002'

const comment = (id: string, changes: Partial<Columns> = {}): Columns => ({
  id,
  author_id: 'anna',
  parent_id: null,
  root_id: null,
  depth: 0,
  content: `“${id}”`,
  created: 1_700_000_000_000,
  visibility: 'Visible',
  ...changes,
})

const replyTo = (id: string, depth = 1) => ({ parent_id: id, root_id: 'a1', depth })

const onAssets = [
  { ...comment('a1'), asset_id: 1 },
  { ...comment('a2', { ...replyTo('a1'), author_id: 'ben' }), asset_id: 1 },
  { ...comment('a3', { ...replyTo('a2', 2), visibility: 'Moderated' }), asset_id: 1 },
  { ...comment('a4', { visibility: 'Deleted' }), asset_id: 2 },
]
const onPlaces = [
  { ...comment('p1', { visibility: 'Deleted' }), place_id: 1, version: 0 },
  { ...comment('p2', { parent_id: 'p1', root_id: 'p1', depth: 1 }), place_id: 1, version: 0 },
  { ...comment('p3'), place_id: 1, version: 7 },
]
const onGroups = [
  { ...comment('g1', { author_id: 'ben' }), group_id: 1 },
  { ...comment('g2', { parent_id: 'g1', root_id: 'g1', depth: 1, visibility: 'Moderated' }), group_id: 1 },
]

const nowhere = { asset_id: null, place_id: null, group_id: null, version: 0 }

/** Opens a database of the first migration, and returns a function that writes comments into its tables. */
async function start(kind: DatabaseKind) {
  const { db, ...earlier } = await openEarlier<Before & Omit<Database, keyof Before>>(kind, first)
  const write = async (rows: {
    assets?: Before['comments'][]
    places?: Before['place_comments'][]
    groups?: Before['group_comments'][]
  }) => {
    if (rows.assets) await db.insertInto('comments').values(rows.assets).execute()
    if (rows.places) await db.insertInto('place_comments').values(rows.places).execute()
    if (rows.groups) await db.insertInto('group_comments').values(rows.groups).execute()
    await db.destroy()
  }
  return { ...earlier, write }
}

const all = (db: Kysely<Database>) => db.selectFrom('comments').selectAll().orderBy('id').execute()

const everything = { assets: onAssets, places: onPlaces, groups: onGroups }
const expected = [...onAssets, ...onGroups, ...onPlaces].map((row) => ({ ...nowhere, ...row }))

describe.each(databases)('the table of comments on %s', (kind) => {
  test('has all comments of the three tables before it, with their ids and conversations', async () => {
    const { write, migrated } = await start(kind)
    await write(everything)
    const db = await migrated()
    expect(await all(db)).toEqual(expected)
    const names = (await db.introspection.getTables()).map(({ name }) => name)
    expect(names.filter((name) => name.includes('comments'))).toEqual(['comments'])
  })

  test('is empty in a platform without comments', async () => {
    const { write, migrated } = await start(kind)
    await write({})
    expect(await all(await migrated())).toEqual([])
  })

  test('gives a comment another id when one of an earlier table has its id', async () => {
    const { write, migrated } = await start(kind)
    const places = [
      { ...comment('a1', { content: 'on a place' }), place_id: 1, version: 0 },
      { ...comment('a2', replyTo('a1')), place_id: 1, version: 0 },
      { ...comment('x', replyTo('a2', 2)), place_id: 1, version: 0 },
    ]
    const groups = [
      { ...comment('a1', { content: 'in a group' }), group_id: 1 },
      { ...comment('x', replyTo('a1')), group_id: 1 },
    ]
    await write({ assets: onAssets, places, groups })
    const rows = await all(await migrated())
    expect(rows.filter(({ asset_id }) => asset_id !== null)).toEqual(
      onAssets.map((row) => ({ ...nowhere, ...row })),
    )
    expect(rows.filter(({ place_id }) => place_id !== null)).toMatchObject([
      { id: 'a1p', parent_id: null, root_id: null, content: 'on a place' },
      { id: 'a2p', parent_id: 'a1p', root_id: 'a1p' },
      { id: 'x', parent_id: 'a2p', root_id: 'a1p' },
    ])
    expect(rows.filter(({ group_id }) => group_id !== null)).toMatchObject([
      { id: 'a1g', parent_id: null, content: 'in a group' },
      { id: 'xg', parent_id: 'a1g', root_id: 'a1g' },
    ])
  })

  test('is as before after a migration that was interrupted, and the next one completes it', async () => {
    const { dataDirectory, open, write, migrated } = await start(kind)
    await write(everything)
    const killed = `${dataDirectory}.killed`
    onTestFinished(() => rm(killed, { recursive: true, force: true }))
    const interrupted = {
      async up(db: Kysely<unknown>) {
        await migrations[name]?.up(db)
        // A killed process leaves these files.
        await cp(dataDirectory, killed, { recursive: true })
        throw new Error('interrupted')
      },
    }
    await expect(open({ ...first, [name]: interrupted })).rejects.toThrow('interrupted')
    const before = await open<Before>(first)
    expect(await before.selectFrom('comments').selectAll().orderBy('id').execute()).toEqual(onAssets)
    expect(await before.selectFrom('group_comments').selectAll().orderBy('id').execute()).toEqual(onGroups)
    await before.destroy()
    expect(await all(await migrated())).toEqual(expected)
    if (kind === 'SQLite') expect(await all(await migrated({ dataDirectory: killed }))).toEqual(expected)
  })

  test('has comments on one subject each, and loses them with it', async () => {
    const { write, migrated } = await start(kind)
    await write(everything)
    const db = await migrated()
    for (const subject of [{}, { asset_id: 1, group_id: 1 }, { asset_id: 1, version: 1 }])
      await expect(
        db
          .insertInto('comments')
          .values({ ...comment('z'), ...subject })
          .execute(),
      ).rejects.toThrow(/comments_subject/)
    await db.deleteFrom('assets').where('id', '=', 1).execute()
    await db.deleteFrom('groups').execute()
    expect((await all(db)).map(({ id }) => id)).toEqual(['a4', 'p1', 'p2', 'p3'])
    await db.deleteFrom('places').execute()
    expect((await all(db)).map(({ id }) => id)).toEqual(['a4'])
  })
})
