import { isPostgres } from '@baseplate/storage/database/dialect'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { endOfPrefix, isPartKey } from '../../foundation/name-key.ts'
import { isUp } from '../visible.ts'
import type { MatchClass, Wanted } from './matches.ts'

/** A place's position among the matches of a class, which are ordered by popularity. */
export interface MatchPosition {
  /** Popularity. */
  rank: number
  id: number
}

/** Classes of names that have the text, or its words, as a part. */
export type PartClass = Exclude<MatchClass, 'exact' | 'tag'>

/** A search for names. */
export interface NameSearch {
  wanted: Wanted
  /** Only places of this genre; empty: of any. */
  genre: string
}

/** The matches that a query reads. */
export interface Slice {
  limit: number
  after: MatchPosition | undefined
}

/** Maximum number of names from the indexes that are compared with the text. */
const mostCompared = 10_000

/** Lists public places with exactly this name, the most popular first. */
export async function findExact(
  db: Db,
  { wanted, genre }: NameSearch,
  { limit, after }: Slice,
): Promise<MatchPosition[]> {
  // With plain columns in the order, SQLite would read the whole index of popularity.
  const { rows } = await sql<MatchPosition>`
    select id, popularity as rank from places
    where listed = 1 and name_key = ${wanted.key} and ${isBehind('places', after)}
      and ${isUp} and ${isOf(genre)}
    order by +popularity desc, +id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Counts the matches of each class among the most popular names. */
export async function countAmongPopular<Class extends PartClass>(
  db: Db,
  { wanted, genre }: NameSearch,
  classes: readonly Class[],
  names: number,
): Promise<Record<Class, number>> {
  const conditions = classes.map((each) => conditionOf(db, wanted, each))
  const counts = classes.map(
    (each, at) => sql`count(case when ${conditions[at]} then 1 end) as ${sql.ref(each)}`,
  )
  const { rows } = await sql<Record<Class, number>>`
    select ${sql.join(counts)} from (${popularNames(undefined, names)}) as names
    where (${sql.join(conditions, sql` or `)}) and ${isListed(genre)}`.execute(db)
  return rows[0] as Record<Class, number>
}

/** Lists the matches of a class among this many names, which are read in the order of popularity. */
export async function findAmongPopular(
  db: Db,
  { wanted, genre }: NameSearch,
  among: PartClass,
  { limit, after }: Slice,
  names: number,
): Promise<MatchPosition[]> {
  const { rows } = await sql<MatchPosition>`
    select names.id, names.popularity as rank from (${popularNames(after, names)}) as names
    where ${conditionOf(db, wanted, among)} and ${isListed(genre)}
    order by names.popularity desc, names.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/**
 * Lists the matches of several classes, those of the first class first, by the indexes of names. An index yields all matches
 * of a text before they can be sorted, so this serves rare texts.
 *
 * @param after position in the first class
 */
export async function findByIndex<Class extends PartClass>(
  db: Db,
  { wanted, genre }: NameSearch,
  classes: readonly Class[],
  { limit, after }: Slice,
): Promise<(MatchPosition & { among: Class })[]> {
  const candidates = candidatesOf(db, wanted, classes)
  if (!candidates) return []
  const cases = classes.map((each, at) => sql`when ${conditionOf(db, wanted, each)} then ${sql.lit(at)}`)
  // A place is looked up after sorting, in order and until the limit. A join could read the whole table.
  const { rows } = await sql<MatchPosition & { at: number }>`
    with names as materialized (select * from (${candidates}) as either limit ${sql.lit(mostCompared)}),
    matches as (select id, popularity, case ${sql.join(cases, sql` `)} end as at from names)
    select id, popularity as rank, at from (
      select id, popularity, at from matches as names
      where at is not null and (at > 0 or ${isBehind('names', after)}) order by at, popularity desc, id desc
    ) as names
    where ${isListed(genre)} order by at, popularity desc, id desc limit ${sql.lit(limit)}`.execute(db)
  return rows.flatMap(({ id, rank, at }) => {
    const among = classes[at]
    return among ? [{ id, rank, among }] : []
  })
}

const popularNames = (after: MatchPosition | undefined, count: number) => sql`
  select id, popularity, name_key from places
  where listed = 1 and ${isBehind('places', after)} order by popularity desc, id desc limit ${sql.lit(count)}`

const isOf = (genre: string) => (genre === '' ? sql`true` : sql`places.genre = ${genre}`)

const isListed = (genre: string) => sql`(
  select 1 from places where places.id = names.id and ${isUp} and ${isOf(genre)}
) = 1`

const isBehind = (table: 'places' | 'names', after: MatchPosition | undefined) =>
  after
    ? sql`(${sql.ref(`${table}.popularity`)}, ${sql.ref(`${table}.id`)}) < (${after.rank}, ${after.id})`
    : sql`true`

/** SQL condition: a row of `names` matches in this class, as `matches.ts` defines it. */
function conditionOf(db: Db, { key, words }: Wanted, matchClass: PartClass): RawBuilder<boolean> {
  const name = sql`names.name_key`
  const has = (text: RawBuilder<unknown>, part: string) =>
    isPostgres(db) ? sql<boolean>`strpos(${text}, ${part}) > 0` : sql<boolean>`instr(${text}, ${part}) > 0`
  const hasWord = (word: string) => has(sql`(' ' || ${name})`, ` ${word}`)
  switch (matchClass) {
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

/** The index leaves the first character of a name out. Without the first character of each word, no name is missed. */
const indexedParts = (words: readonly string[]) =>
  words.map((word) => [...word].slice(1).join('')).filter(isPartKey)

/** Whether the indexes of names find matches of a class. They do not have words of up to three characters. */
export const isIndexed = ({ wanted }: NameSearch, among: PartClass): boolean =>
  among !== 'words' || indexedParts(wanted.words).length > 0

/**
 * Selects public places that may match in these classes, from the indexes of names: id, popularity and `name_key`.
 * Undefined: the indexes do not serve the text.
 */
function candidatesOf(
  db: Db,
  { key, words }: Wanted,
  classes: readonly PartClass[],
): RawBuilder<unknown> | undefined {
  if (classes.includes('words')) {
    const parts = indexedParts(words)
    return parts.length > 0 ? selectByParts(db, parts) : undefined
  }
  if (!isPartKey(key)) return rangeOf(key)
  if (!classes.includes('word')) return selectByParts(db, [key])
  const later = selectByParts(db, [classes.includes('inside') ? key : ` ${key}`])
  return sql`${rangeOf(key)} union all select * from (${later}) as later where not (${isInRange(key)})`
}

const isInRange = (key: string) => sql`name_key >= ${key} and name_key < ${endOfPrefix(key)}`

/** Reads the index of names first. SQLite would prefer an index with the popularity, and read all of it. */
const rangeOf = (key: string) => sql`
  select places.id, places.popularity, places.name_key
  from (select id from places where listed = 1 and ${isInRange(key)}) as named
    cross join places where places.id = named.id`

/** Selects places whose names contain all parts after their first character. */
function selectByParts(db: Db, parts: readonly string[]): RawBuilder<unknown> {
  if (!isPostgres(db)) {
    const query = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ')
    return sql`
      select places.id, places.popularity, places.name_key
      from place_name_parts cross join places on places.id = place_name_parts.rowid
      where place_name_parts match ${query} and places.listed = 1`
  }
  // `name_parts` leaves the first character of a name out, but each part is complete.
  const conditions = parts.map((part) => sql`name_parts(name_key) @> name_parts(${`_${part}`})`)
  return sql`
    select id, popularity, name_key from places where listed = 1 and ${sql.join(conditions, sql` and `)}`
}
