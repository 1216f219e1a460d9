import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'

/** Entries that are counted of a store or scope. A list stays fast however many there are. */
const counted = 1_000

/** A store or a scope of a list. */
export interface NamedPart {
  /** Its name. */
  name: string
  /** Entries, and tombstones of deleted ones, of the first 1,000. */
  entries: number
  /** Bytes of the values of these entries. */
  bytes: number
  /** Whether there are more entries than were counted. */
  isMore: boolean
}

/** The stores of a world, or the scopes of a store. */
export interface PartsOf {
  worldId: number
  /** Undefined: the stores. */
  store?: string | undefined
}

const entriesOf = ({ worldId, store }: PartsOf) =>
  store === undefined ? sql`world_id = ${worldId}` : sql`world_id = ${worldId} and store = ${store}`

/** Lists stores or scopes by name. It leaps from name to name in the index, past all entries with the same name. */
export async function listParts(
  db: Db,
  of: PartsOf,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<NamedPart[]> {
  const column = sql.ref(of.store === undefined ? 'store' : 'scope')
  const { rows } = await sql<{ name: string }>`
    with recursive names(name, place) as (
      select min(${column}), 1 from data_entries where ${entriesOf(of)} and ${column} > ${after}
      union all
      select (select min(${column}) from data_entries where ${entriesOf(of)} and ${column} > names.name), place + 1
      from names where names.name is not null and place < ${sql.lit(limit)}
    )
    select name from names where name is not null order by place`.execute(db)
  return Promise.all(rows.map(async ({ name }) => ({ name, ...(await countPart(db, of, name)) })))
}

/** Counts the first entries of a store or scope. */
async function countPart(db: Db, of: PartsOf, name: string): Promise<Omit<NamedPart, 'name'>> {
  const column = sql.ref(of.store === undefined ? 'store' : 'scope')
  const { rows } = await sql<{ entries: number; bytes: number | null }>`
    select count(*) as entries, sum(bytes) as bytes from (
      select bytes from data_entries where ${entriesOf(of)} and ${column} = ${name}
      order by store, scope, key limit ${sql.lit(counted + 1)}
    ) as part`.execute(db)
  const { entries = 0, bytes = 0 } = rows[0] ?? {}
  return {
    entries: Math.min(counted, Number(entries)),
    bytes: Number(bytes ?? 0),
    isMore: Number(entries) > counted,
  }
}

/** Lists entries of a scope by key, with tombstones, whose versions can be restored. */
export async function listWithDeleted(
  db: Db,
  { worldId, store, scope }: { worldId: number; store: string; scope: string },
  { prefix, after, limit }: { prefix: string; after: string | undefined; limit: number },
) {
  let entries = db
    .selectFrom('data_entries')
    .select(['key', 'updated', 'bytes', 'deleted'])
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .where('scope', '=', scope)
  // The characters of a prefix end before this one, the last of Unicode.
  if (prefix !== '') entries = entries.where('key', '>=', prefix).where('key', '<', `${prefix}\u{10ffff}`)
  if (after !== undefined) entries = entries.where('key', '>', after)
  return entries.orderBy('key').limit(limit).execute()
}
