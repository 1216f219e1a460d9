import type { z } from 'zod'
import { openUseCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import type { Spelling } from '../../foundation/spelling.ts'
import { listInput, type PlaceSort } from '../input.ts'
import { type PlaceListing, readListings } from './listings.ts'
import { findPopularNow } from './popular.ts'
import {
  findByGenre,
  findMostPlayed,
  findNewest,
  findPlayed,
  findPopular,
  findRated,
  findRising,
  findTagged,
} from './queries.ts'
import type { PlaceRanking, PlaceRankings } from './ranking.ts'
import { type Position, parsePosition, positionText } from './rules.ts'
import { type SearchPosition, searchPlaces, searchPositionText } from './search.ts'
import { searchSorted } from './search-sorted.ts'

export const placesPerPage = 50

/** One page of public places, and the cursor of the next page. */
interface PlaceList {
  /** Null: the best matches of a search come first. */
  sort: PlaceSort | null
  /** Empty: all genres. */
  genre: string
  /** Empty: places with and without tags. */
  tag: string
  /** The search text, trimmed; empty: the list has all public places. */
  q: string
  /** The corrected text that was searched for, because nothing matches `q`; null: no correction. */
  corrected: string | null
  places: PlaceListing[]
  next: string | null
}

interface Listing {
  db: Db
  placeRankings: PlaceRankings
  placeSpelling: Spelling
}

/** @throws Refused `invalid` for an unknown cursor. */
export const listPlaces = openUseCase(
  {
    summary:
      'Lists public places in the chosen order, or those of a genre or with a tag by popularity. With a search text, lists the matches within the genre, in the chosen order. If nothing matches, searches for the corrected text. Without a query, browsers get shelves, and programs get the list.',
    scope: 'read',
    input: listInput,
  },
  async (platform: Listing, _viewer, query): Promise<PlaceList> => {
    const ranking = await platform.placeRankings.read()
    return query.q === '' ? listSorted(platform.db, ranking, query) : searchByName(platform, ranking, query)
  },
)

type Query = z.output<typeof listInput>

/** One more than a page has, which shows whether another page follows. */
const limit = placesPerPage + 1

async function listSorted(
  db: Db,
  ranking: PlaceRanking,
  { sort = 'playing', genre, tag, cursor }: Query,
): Promise<PlaceList> {
  const slice = { limit, after: cursor === undefined ? undefined : parsePosition(cursor) }
  const sorted = {
    playing: () => findPlayed(db, ranking, slice),
    rising: () => findRising(db, slice),
    rated: () => findRated(db, slice),
    popular: () => findPopular(db, slice),
    played: () => findMostPlayed(db, slice),
    new: () => findNewest(db, slice),
  }
  const read = () => {
    if (genre !== '') return findByGenre(db, genre, slice)
    return tag === '' ? sorted[sort]() : findTagged(db, nameKeyOf(tag), slice)
  }
  const found = (await read()).map((position) => ({ id: position.id, position }))
  return { sort, q: '', genre, tag, corrected: null, ...(await pageOf(db, ranking, found, positionText)) }
}

async function searchByName(
  { db, placeSpelling }: Listing,
  ranking: PlaceRanking,
  { sort, q, genre, cursor }: Query,
): Promise<PlaceList> {
  const find = async (text: string) => {
    if (sort === undefined) {
      const found = await searchPlaces(db, ranking, text, { limit, cursor, genre })
      return pageOf(db, ranking, found, searchPositionText)
    }
    const after = cursor === undefined ? undefined : parsePosition(cursor)
    const found = await searchSorted(db, ranking, text, { sort, genre, limit, after })
    return pageOf(
      db,
      ranking,
      found.map((position) => ({ id: position.id, position })),
      positionText,
    )
  }
  const list = { sort: sort ?? null, q, genre, tag: '', corrected: null }
  const found = await find(q)
  const corrected = found.places.length === 0 ? await placeSpelling.correct(nameKeyOf(q)) : undefined
  if (corrected === undefined) return { ...list, ...found }
  const instead = await find(corrected)
  return { ...list, ...instead, corrected: instead.places.length > 0 ? corrected : null }
}

/** Lists the places that a search for the text finds first. */
export async function findNamedPlaces(
  { db, placeRankings, placeSpelling }: Listing,
  q: string,
  most: number,
): Promise<PlaceListing[]> {
  const ranking = await placeRankings.read()
  const find = (text: string) => searchPlaces(db, ranking, text, { limit: most })
  const found = await find(q)
  const corrected = found.length === 0 ? await placeSpelling.correct(nameKeyOf(q)) : undefined
  const listed = corrected === undefined ? found : await find(corrected)
  return readListings(
    db,
    ranking,
    listed.map(({ id }) => id),
  )
}

/** Lists the public places that are the most popular now. */
export async function listPopularPlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  limit: number,
): Promise<PlaceListing[]> {
  const ranking = await platform.placeRankings.read()
  const found = await findPopularNow(platform.db, ranking, limit)
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
