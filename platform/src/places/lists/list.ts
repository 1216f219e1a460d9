import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { isPartKey, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import { listInput, type PlaceSort } from '../input.ts'
import { findByPrefix, findBySubstring } from './name-queries.ts'
import {
  findByGenre,
  findNewest,
  findPlayed,
  findPopular,
  findRated,
  findRising,
  findTagged,
  type PlaceListing,
  readListings,
} from './queries.ts'
import type { PlaceRanking, PlaceRankings } from './ranking.ts'
import {
  type Position,
  parsePosition,
  parseSearchPosition,
  positionText,
  type SearchPosition,
  searchPositionText,
} from './rules.ts'

export const placesPerPage = 50

/** One page of public places, and the cursor of the next page. */
interface PlaceList {
  sort: PlaceSort
  /** Empty: all genres. */
  genre: string
  /** Empty: places with and without tags. */
  tag: string
  /** The search text, trimmed; empty: the list has all public places. */
  q: string
  places: PlaceListing[]
  next: string | null
}

/**
 * Lists public places in the chosen order, or those of a genre or with a tag by popularity. With a search text it lists the places whose names contain the text, starting with
 * those whose names start with it.
 *
 * @throws InvalidFields; Refused `invalid` for an unknown cursor.
 */
export async function listPlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  input: unknown,
): Promise<PlaceList> {
  const { db } = platform
  const { sort, q, genre, tag, cursor } = parseInput(listInput, input)
  const ranking = await platform.placeRankings.read()
  const limit = placesPerPage + 1
  if (q !== '') {
    const found = await search(db, nameKeyOf(q), limit, cursor)
    return { sort, q, genre: '', tag: '', ...(await pageOf(db, ranking, found, searchPositionText)) }
  }
  const after = cursor === undefined ? undefined : parsePosition(cursor)
  const slice = { limit, after }
  const sorted = {
    playing: () => findPlayed(db, ranking, slice),
    rising: () => findRising(db, slice),
    rated: () => findRated(db, slice),
    popular: () => findPopular(db, slice),
    new: () => findNewest(db, slice),
  }
  const read = () => {
    if (genre !== '') return findByGenre(db, genre, slice)
    return tag === '' ? sorted[sort]() : findTagged(db, nameKeyOf(tag), slice)
  }
  const found = (await read()).map((position) => ({ id: position.id, position }))
  return { sort, q, genre, tag, ...(await pageOf(db, ranking, found, positionText)) }
}

/** Lists the public places with most players. */
export async function listPopularPlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  limit: number,
): Promise<PlaceListing[]> {
  const ranking = await platform.placeRankings.read()
  const found = await findPlayed(platform.db, ranking, { limit })
  return readListings(
    platform.db,
    ranking,
    found.map(({ id }) => id),
  )
}

interface Found<At> {
  id: number
  position: At
}

async function search(
  db: Db,
  key: string,
  limit: number,
  cursor: string | undefined,
): Promise<Found<SearchPosition>[]> {
  // The scan starts at the key itself. From the first of all names, PostgreSQL would read its way there.
  const from: SearchPosition =
    cursor === undefined ? { among: 'beginnings', after: { key, id: 0 } } : parseSearchPosition(cursor)
  if (!isSearchable(key)) return []
  const beginnings: Found<SearchPosition>[] =
    from.among === 'beginnings'
      ? (await findByPrefix(db, key, { limit, after: from.after })).map((after) => ({
          id: after.id,
          position: { among: 'beginnings', after },
        }))
      : []
  const remaining = limit - beginnings.length
  if (remaining === 0 || !isPartKey(key)) return beginnings
  const parts = await findBySubstring(db, key, {
    limit: remaining,
    after: from.among === 'parts' ? from.after : 0,
  })
  return [
    ...beginnings,
    ...parts.map((id) => ({ id, position: { among: 'parts', after: id } satisfies SearchPosition })),
  ]
}

async function pageOf<At extends Position | SearchPosition>(
  db: Db,
  ranking: PlaceRanking,
  found: readonly Found<At>[],
  textOf: (position: At) => string,
): Promise<Pick<PlaceList, 'places' | 'next'>> {
  const shown = found.slice(0, placesPerPage)
  const last = shown.at(-1)
  const ids = shown.map(({ id }) => id)
  return {
    places: await readListings(db, ranking, ids),
    next: last && found.length > shown.length ? textOf(last.position) : null,
  }
}
