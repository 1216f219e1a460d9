import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Names in a table of PostgreSQL, with an index of their parts (`name_parts`, created by the initial schema) and one of ids and names. */
export interface Names {
  table: string
  /** The column of what they are found by. */
  key: string
  /** Which rows are looked through, as their indexes have it. */
  among?: RawBuilder<boolean>
  /** What else is asked of those few whose names match; each is a row of `names`. */
  also?: RawBuilder<boolean>
  /** So many of what is rare are put in order, which need not be the first of it; absent: all. */
  orderAtMost?: number
}

interface Stretch<Id> {
  limit: number
  after: Id
}

/** So many names are read in their order, 2,000 a millisecond: the first few tell how many there are like them. */
const readings = [1_000, 4_000, 4_000, 4_000, 4_000]

/** What takes more names than this to be met often enough is rare: the index has it in less time. */
const mostRead = 20_000

/**
 * The ids, from behind one of them on, of what is called by a name that has a part behind its first character, and does not begin
 * with it; in their order. The part has three characters at least, of any kind.
 *
 * The index collects all that it finds before it hands out any. So it is asked for what is rare; what many have is met soon by
 * reading names in their order.
 */
export async function findByNamePart<Schema, Id extends string | number>(
  db: Kysely<Schema>,
  names: Names,
  part: string,
  { limit, after }: Stretch<Id>,
): Promise<Id[]> {
  const found: Id[] = []
  let last = after
  for (const count of readings) {
    const left = limit - found.length
    const rows = await readInOrder(db, names, part, { count, limit: left, after: last })
    for (const { id } of rows) found.push(id)
    if (rows.length === left) return found
    last = rows[0]?.last ?? last
    if (rows.length * mostRead < limit * count) break
  }
  return [...found, ...(await askIndex(db, names, part, { limit: limit - found.length, after: last }))]
}

async function readInOrder<Schema, Id>(
  db: Kysely<Schema>,
  names: Names,
  part: string,
  { count, limit, after }: Stretch<Id> & { count: number },
): Promise<{ id: Id; last: Id }[]> {
  const { rows } = await sql<{ id: Id; last: Id }>`
    with names as materialized (
      select id, ${sql.ref(names.key)} as key from ${sql.table(names.table)}
      where ${names.among ?? sql`true`} and id > ${after} order by id limit ${count}
    )
    select id, (select max(id) from names) as last from names
    where ${isMatch(part)} and ${names.also ?? sql`true`} order by id limit ${limit}`.execute(db)
  return rows
}

async function askIndex<Schema, Id>(
  db: Kysely<Schema>,
  names: Names,
  part: string,
  { limit, after }: Stretch<Id>,
): Promise<Id[]> {
  // Of what is looked for, the first character counts, too.
  const parts = sql`name_parts(${`_${part}`})`
  const { rows } = await sql<{ id: Id }>`
    with found as materialized (
      select id, ${sql.ref(names.key)} as key from ${sql.table(names.table)}
      where name_parts(${sql.ref(names.key)}) @> ${parts} and ${names.among ?? sql`true`} and id > ${after}
    )
    select id from (
      select id from found as names where ${isMatch(part)} and ${names.also ?? sql`true`}
      limit ${names.orderAtMost ?? null}
    ) as matching order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const isMatch = (part: string) =>
  sql`substr(key, 2) like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} and not starts_with(key, ${part})`
