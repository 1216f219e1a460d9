import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { isPostgres } from '../../foundation/database/dialect.ts'
import { endOfPrefix, isPartKey } from '../../foundation/name-key.ts'
import { isUp } from '../queries.ts'
import type { MatchClass, Wanted } from './matches.ts'

/** A place's position among the matches of a class, which are ordered by popularity. */
export interface MatchPosition {
  /** Popularity. */
  rank: number
  id: number
}

interface Stretch {
  limit: number
  after: MatchPosition | undefined
  /** Only places of this genre; empty: of any. */
  genre: string
}

/** Names per read in the order of popularity. The first read shows how frequent matches are. */
const readings = [1_000, 4_000, 4_000, 4_000, 4_000]

/** A search that would read more names than this is rare, and faster with the index of name parts. */
const mostRead = 20_000

/** Maximum names that the indexes yield and that are compared with the text, in a search that is rare among popular places. */
const mostCompared = 10_000

/**
 * Lists public places that match in a class, the most popular first.
 *
 * The index of name parts collects all matches before it can sort them, so it serves rare texts. Frequent ones are found
 * sooner by reading names in the order of popularity.
 */
export async function findMatches(
  db: Db,
  wanted: Wanted,
  matchClass: Exclude<MatchClass, 'tag'>,
  { limit, after, genre }: Stretch,
): Promise<MatchPosition[]> {
  const condition = conditionOf(db, wanted, matchClass)
  if (matchClass === 'exact')
    return findAmong(db, namedExactly(wanted.key), condition, { limit, after, genre })
  const found: MatchPosition[] = []
  let last = after
  for (const count of readings) {
    const left = limit - found.length
    const rows = await readInOrder(db, condition, { count, limit: left, after: last, genre })
    found.push(...rows)
    if (rows.length === left) return found
    last = found.at(-1) ?? after
    if (rows.length * mostRead < limit * count) break
  }
  const candidates = candidatesOf(db, wanted, matchClass)
  if (!candidates) return found
  const rest = await findAmong(db, candidates, condition, { limit: limit - found.length, after: last, genre })
  return [...found, ...rest]
}

async function readInOrder(
  db: Db,
  condition: RawBuilder<boolean>,
  { count, limit, after, genre }: Stretch & { count: number },
): Promise<MatchPosition[]> {
  const { rows } = await sql<MatchPosition>`
    select names.id, names.popularity as rank
    from (
      select id, popularity, name_key from places
      where private_server = 0 and ${isBehind('places', after)} order by popularity desc, id desc limit ${count}
    ) as names
    where ${condition} and ${isListed(genre)}
    order by names.popularity desc, names.id desc limit ${limit}`.execute(db)
  return rows
}

async function findAmong(
  db: Db,
  candidates: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
  { limit, after, genre }: Stretch,
): Promise<MatchPosition[]> {
  const { rows } = await sql<MatchPosition>`
    with names as materialized (${candidates} limit ${mostCompared})
    select names.id, names.popularity as rank from names
    where ${condition} and ${isBehind('names', after)}
      and ${isListed(genre)}
    order by names.popularity desc, names.id desc limit ${limit}`.execute(db)
  return rows
}

const isListed = (genre: string) => sql`exists (
  select 1 from places where places.id = names.id and ${isUp} and ${genre === '' ? sql`true` : sql`places.genre = ${genre}`}
)`

const isBehind = (table: 'places' | 'names', after: MatchPosition | undefined) =>
  after
    ? sql`(${sql.ref(`${table}.popularity`)}, ${sql.ref(`${table}.id`)}) < (${after.rank}, ${after.id})`
    : sql`true`

/** SQL condition of a class for rows `names`: as `matches`. */
function conditionOf(
  db: Db,
  { key, words }: Wanted,
  matchClass: Exclude<MatchClass, 'tag'>,
): RawBuilder<boolean> {
  const name = sql`names.name_key`
  const has = (text: RawBuilder<unknown>, part: string) =>
    isPostgres(db) ? sql<boolean>`strpos(${text}, ${part}) > 0` : sql<boolean>`instr(${text}, ${part}) > 0`
  const hasWord = (word: string) => has(sql`(' ' || ${name})`, ` ${word}`)
  switch (matchClass) {
    case 'exact':
      return sql<boolean>`${name} = ${key}`
    case 'word':
      return isPartKey(key)
        ? sql<boolean>`(${hasWord(key)} and ${name} <> ${key})`
        : sql<boolean>`(${name} > ${key} and ${name} < ${endOfPrefix(key)})`
    case 'inside':
      return sql<boolean>`(${has(name, key)} and not ${hasWord(key)})`
    case 'words': {
      const all = words.map((word) => (isPartKey(word) ? has(name, word) : hasWord(word)))
      return sql<boolean>`(${sql.join(all, sql` and `)} and not ${has(name, key)})`
    }
  }
}

/** Selects public places that may match, from the indexes of names: id, popularity and `name_key`. Undefined: the indexes do not serve the text. */
function candidatesOf(
  db: Db,
  { key, words }: Wanted,
  matchClass: 'word' | 'inside' | 'words',
): RawBuilder<unknown> | undefined {
  if (matchClass === 'words') {
    // The index leaves the first character of a name out. Without the first character of each word, no name is missed.
    const parts = words.map((word) => [...word].slice(1).join('')).filter(isPartKey)
    return parts.length > 0 ? selectByParts(db, parts) : undefined
  }
  if (!isPartKey(key)) return rangeOf(key)
  if (matchClass === 'inside') return selectByParts(db, [key])
  const laterWord = selectByParts(db, [` ${key}`])
  return sql`select * from (${rangeOf(key)} union ${laterWord}) as either`
}

const namedExactly = (key: string) => selectNamed(sql`name_key = ${key}`)

const rangeOf = (key: string) => selectNamed(sql`name_key >= ${key} and name_key < ${endOfPrefix(key)}`)

/** Reads the index of names first. SQLite would prefer an index with the popularity, and read all of it. */
const selectNamed = (condition: RawBuilder<unknown>) => sql`
  select places.id, places.popularity, places.name_key
  from (select id from places where private_server = 0 and ${condition}) as named
    cross join places where places.id = named.id`

/** Selects places whose names contain all parts after their first character. */
function selectByParts(db: Db, parts: readonly string[]): RawBuilder<unknown> {
  if (!isPostgres(db)) {
    const query = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ')
    return sql`
      select places.id, places.popularity, places.name_key
      from place_name_parts cross join places on places.id = place_name_parts.rowid
      where place_name_parts match ${query} and places.private_server = 0`
  }
  // `name_parts` leaves the first character of a name out, but each part is complete.
  const conditions = parts.map((part) => sql`name_parts(name_key) @> name_parts(${`_${part}`})`)
  return sql`
    select id, popularity, name_key from places where private_server = 0 and ${sql.join(conditions, sql` and `)}`
}
