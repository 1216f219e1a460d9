import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import { noSuchPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Caller } from '../caller.ts'
import { type EntryName, isName } from '../rules.ts'
import type { EntryListQuery } from './input.ts'
import { findEntry } from './queries.ts'

/** An entry of a list. */
export interface ListedEntry {
  key: string
  version: string
  updated: number
  bytes: number
  /** The whole number that is its value. Only lists by number have it. */
  value?: number
}

/** A page of a list of entries. */
export interface EntryPage {
  entries: ListedEntry[]
  /** Cursor of the next page. Null: the end. */
  next: string | null
}

const listed = (db: Db, { worldId }: Pick<Caller, 'worldId'>, { store, scope }: Omit<EntryName, 'key'>) =>
  db
    .selectFrom('data_entries')
    .select(['key', 'version', 'updated', 'bytes', 'number'])
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .where('scope', '=', scope)

/** Lists the entries of a scope by key, or those with whole numbers by number and then by key. @throws Refused `invalid`: the cursor */
export async function listEntries(
  { db }: { db: Db },
  caller: Pick<Caller, 'worldId'>,
  name: Omit<EntryName, 'key'>,
  query: EntryListQuery,
): Promise<EntryPage> {
  const { prefix, cursor, limit, order } = query
  const rows = order
    ? await byNumber(db, caller, name, { ...query, order })
    : await byKey(db, caller, name, query)
  const some = rows.slice(0, limit)
  const last = rows.length > limit ? some.at(-1) : undefined
  const entries = some.map(({ key, version, updated, bytes, number }) => ({
    ...{ key, version: String(version), updated, bytes },
    ...(order && number !== null ? { value: number } : {}),
  }))
  return { entries, next: last ? (order ? `${last.number}:${last.key}` : last.key) : null }

  function byKey(
    ...[handle, by, names]: [Db, Pick<Caller, 'worldId'>, Omit<EntryName, 'key'>, EntryListQuery]
  ) {
    if (cursor !== undefined && !isName(cursor)) throw noSuchPage()
    let entriesOf = listed(handle, by, names).where('deleted', '=', 0)
    // The characters of a prefix end before this one, the last of Unicode.
    if (prefix) entriesOf = entriesOf.where('key', '>=', prefix).where('key', '<', `${prefix}\u{10ffff}`)
    return keysetPage(entriesOf, ['key'], {
      after: cursor === undefined ? undefined : [cursor],
      direction: 'asc',
      limit: limit + 1,
    }).execute()
  }
}

function byNumber(
  db: Db,
  caller: Pick<Caller, 'worldId'>,
  name: Omit<EntryName, 'key'>,
  { prefix, cursor, limit, order, min, max }: EntryListQuery & { order: 'asc' | 'desc' },
) {
  const [, number, key] = /^(-?\d{1,16}):(.+)$/su.exec(cursor ?? '') ?? []
  if (cursor !== undefined && (number === undefined || key === undefined || !isName(key))) throw noSuchPage()
  let entries = listed(db, caller, name).where('number', 'is not', null)
  if (min !== undefined) entries = entries.where('number', '>=', min)
  if (max !== undefined) entries = entries.where('number', '<=', max)
  if (prefix) entries = entries.where('key', '>=', prefix).where('key', '<', `${prefix}\u{10ffff}`)
  return keysetPage(entries, ['number', 'key'], {
    after: number === undefined || key === undefined ? undefined : [Number(number), key],
    direction: order,
    limit: limit + 1,
  }).execute()
}

/**
 * Returns the rank of an entry among those of its scope, the largest number first. 1 is the first. Equal numbers are ranked by key, in
 * the order of lists.
 *
 * @throws Refused `missing`: there is no entry; `conflict`: its value is no whole number
 */
export async function rankEntry(
  { db }: { db: Db },
  caller: Pick<Caller, 'worldId'>,
  name: EntryName,
): Promise<{ rank: number; value: number; version: string }> {
  const entry = await findEntry(db, caller.worldId, name)
  if (!entry || entry.deleted === 1) throw new Refused('data.not_found')
  const { number } = entry
  if (number === null) throw new Refused('data.not_number')
  const { above } = await listed(db, caller, name)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('above'))
    .where('number', 'is not', null)
    .where(sql<boolean>`(number, key) > (${number}, ${name.key})`)
    .executeTakeFirstOrThrow()
  return { rank: Number(above) + 1, value: number, version: String(entry.version) }
}

/** A version of an entry. */
export interface EntryVersion {
  version: string
  written: number
  bytes: number
  /** When it is removed. Null: it is the current one. */
  expires: number | null
}

/** Lists the versions of an entry that are kept, the newest first. @throws Refused `missing` */
export async function listVersions(
  { db }: { db: Db },
  { worldId }: Pick<Caller, 'worldId'>,
  name: EntryName,
): Promise<{ versions: EntryVersion[] }> {
  const entry = await findEntry(db, worldId, name)
  if (!entry) throw new Refused('data.not_found')
  const versions = await db
    .selectFrom('data_values')
    .select(['version', 'written', 'bytes', 'expires'])
    .where('entry_id', '=', entry.id)
    .orderBy('version', 'desc')
    .execute()
  return { versions: versions.map((each) => ({ ...each, version: String(each.version) })) }
}
