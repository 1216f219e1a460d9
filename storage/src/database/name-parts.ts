import { type Kysely, type RawBuilder, sql } from 'kysely'

/** A table of PostgreSQL with an index of name parts (`name_parts`, created by the initial schema) and one of ids and names. */
export interface Names {
  table: string
  /** Column of the searched name. */
  key: string
  /** Condition of the rows that the indexes cover. */
  among?: RawBuilder<boolean>
  /** Further condition for rows of `names` that match. */
  also?: RawBuilder<boolean>
  /** Maximum matches that are sorted, which need not be the first ones; absent: all. */
  orderAtMost?: number
}

interface PageRequest<Id> {
  limit: number
  after: Id
}

/** Names per read in order, at 2,000 a millisecond. The first read shows how frequent matches are. */
const readings = [1_000, 4_000, 4_000, 4_000, 4_000]

/** A search that would read more names in order than this has rare matches, which the index finds faster. */
const mostRead = 20_000

/**
 * Returns the ids, in order and after a given one, of names that contain a part of at least three characters but do not begin
 * with it.
 *
 * The index collects all matches before it returns one, so it serves rare parts. Frequent parts are found sooner by reading names
 * in order.
 */
export async function findByNamePart<Schema, Id extends string | number>(
  db: Kysely<Schema>,
  names: Names,
  part: string,
  { limit, after }: PageRequest<Id>,
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
  { count, limit, after }: PageRequest<Id> & { count: number },
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
  { limit, after }: PageRequest<Id>,
): Promise<Id[]> {
  // `name_parts` leaves the first character of a name out, but the searched text is complete.
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
