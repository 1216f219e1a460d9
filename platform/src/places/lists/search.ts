import type { Db } from '../../database.ts'
import { noSuchPage } from '../../foundation/cursor.ts'
import { isSearchable } from '../../foundation/name-key.ts'
import { classesOf, classOf, type MatchClass, type Wanted, wantedOf } from './matches.ts'
import { findMatches, type MatchPosition } from './name-queries.ts'
import { findTagged } from './queries.ts'
import type { PlaceRanking } from './ranking.ts'

/** A place in the results, with its position in their order. */
interface FoundPlace {
  id: number
  position: SearchPosition
}

/** In each class, places with players come first, those with most players first. The others follow by popularity. */
export interface SearchPosition extends MatchPosition {
  among: MatchClass
  played: boolean
}

interface Search {
  limit: number
  cursor?: string | undefined
  /** Only places of this genre; empty: of any. */
  genre?: string
}

/** Finds public places by their names and tags, the best matches first, and among equal matches the most popular. */
export async function searchPlaces(
  db: Db,
  ranking: PlaceRanking,
  q: string,
  { limit, cursor, genre = '' }: Search,
): Promise<FoundPlace[]> {
  const wanted = wantedOf(q)
  const from = cursor === undefined ? undefined : parseSearchPosition(cursor)
  if (!isSearchable(wanted.key)) return []
  const classes = classesOf(wanted)
  const played = playedMatches(ranking, wanted, genre)
  const found: FoundPlace[] = []
  for (const among of from ? classes.slice(classes.indexOf(from.among)) : classes) {
    const after = among === from?.among ? from : undefined
    const left = () => limit - found.length
    if (after?.played !== false) found.push(...playedAmong(played, among, after).slice(0, left()))
    if (left() === 0) break
    const unplayedAfter = after?.played === false ? after : undefined
    found.push(
      ...(await unplayedMatches(db, ranking, wanted, among, { limit: left(), after: unplayedAfter, genre })),
    )
    if (left() === 0) break
  }
  // A place that gains or loses players meanwhile, or has a tag of several words, is found in two classes.
  return [...new Map(found.toReversed().map((place) => [place.id, place])).values()].toReversed()
}

interface Slice {
  limit: number
  after: MatchPosition | undefined
  genre: string
}

const isOf = (genre: string, wanted: string) => wanted === '' || genre === wanted

/** Returns the matches in all classes among the places with players, which are in memory. */
function playedMatches(ranking: PlaceRanking, wanted: Wanted, genre: string): FoundPlace[] {
  const found: FoundPlace[] = []
  for (const place of ranking.places) {
    const among = isOf(place.genre, genre) ? classOf(place.key, wanted) : undefined
    if (among) found.push({ id: place.id, position: { among, played: true, rank: place.rank, id: place.id } })
  }
  return found
}

/** Returns the matches of a class behind a position, those with most players first. */
const playedAmong = (played: readonly FoundPlace[], among: MatchClass, after: MatchPosition | undefined) =>
  played
    .filter(({ position }) => position.among === among)
    .filter(
      ({ position: { rank, id } }) => !after || rank < after.rank || (rank === after.rank && id < after.id),
    )
    .toSorted((one, other) => other.position.rank - one.position.rank || other.id - one.id)

async function unplayedMatches(
  db: Db,
  ranking: PlaceRanking,
  wanted: Wanted,
  among: MatchClass,
  { limit, after, genre }: Slice,
): Promise<FoundPlace[]> {
  const found: FoundPlace[] = []
  for (let last = after; ; ) {
    const read = await readMatches(db, wanted, among, { limit, after: last, genre })
    for (const { rank, id, key, genre: ownGenre } of read) {
      // A tagged place whose name matches is in the class of its name.
      const isListed = among === 'tag' ? nameMatches(key, wanted) : ranking.playerCounts.has(id)
      if (!isListed && isOf(ownGenre, genre)) found.push({ id, position: { among, played: false, rank, id } })
    }
    last = read.at(-1)
    if (read.length < limit || found.length >= limit) return found.slice(0, limit)
  }
}

const nameMatches = (key: string, wanted: Wanted) => {
  const among = classOf(key, wanted)
  return among !== undefined && among !== 'words'
}

async function readMatches(
  db: Db,
  wanted: Wanted,
  among: MatchClass,
  slice: Slice,
): Promise<(MatchPosition & { key: string; genre: string })[]> {
  if (among !== 'tag')
    return (await findMatches(db, wanted, among, slice)).map((match) => ({
      ...match,
      key: '',
      genre: slice.genre,
    }))
  const { limit, after } = slice
  return findTagged(db, wanted.key, { limit, after: after && { ...after, created: 0 } })
}

const pattern = /^(exact|word|inside|tag|words)-(p|u)-(\d{1,9})-(\d{1,9})$/

export const searchPositionText = ({ among, played, rank, id }: SearchPosition): string =>
  `${among}-${played ? 'p' : 'u'}-${rank}-${id}`

/** Parses a cursor that `searchPositionText` made. @throws Refused `invalid` */
function parseSearchPosition(text: string): SearchPosition {
  const [, among, played, rank, id] = pattern.exec(text) ?? []
  if (!among || !played || !rank || !id) throw noSuchPage()
  return { among: among as MatchClass, played: played === 'p', rank: Number(rank), id: Number(id) }
}
