import { noSuchPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { isSearchable } from '../../foundation/name-key.ts'
import { classesOf, classOf, type MatchClass, type Wanted, wantedOf } from './matches.ts'
import { NameMatches } from './name-matches.ts'
import type { MatchPosition, Slice } from './name-queries.ts'
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

/** Finds public places by their names and tags, the best matches first. */
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
  const stages = stagesOf(
    playedMatches(ranking, wanted, genre),
    from ? classes.slice(classes.indexOf(from.among)) : classes,
    from,
  )
  const names = new NameMatches(db, { wanted, genre }, classesRead(stages, limit))
  const found: FoundPlace[] = []
  for (const { among, played, after, playedInAll } of stages) {
    found.push(...played.slice(0, limit - found.length))
    const left = limit - found.length
    if (left === 0) break
    const read = (slice: Slice) =>
      among === 'tag' ? readTagged(db, wanted, genre, slice) : readUnplayed(names, ranking, among, slice)
    // The tables list the places with players too. With room for these, one read fills the page.
    const room = Math.min(left, playedInAll)
    found.push(...(await unplayedMatches(among, read, { limit: left, after }, room)))
    if (found.length === limit) break
  }
  // A place that gains or loses players meanwhile, or has a tag of several words, may be found twice.
  return [...new Map(found.toReversed().map((place) => [place.id, place])).values()].toReversed()
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

/** The matches of a class after the cursor: first the places with players, then those without, which are not read yet. */
interface Stage {
  among: MatchClass
  /** The places with most players come first. */
  played: FoundPlace[]
  /** Position among the places without players. */
  after: MatchPosition | undefined
  /** Number of all places of the class with players, before the cursor and after it. */
  playedInAll: number
}

const stagesOf = (
  played: readonly FoundPlace[],
  classes: readonly MatchClass[],
  from: SearchPosition | undefined,
): Stage[] =>
  classes.map((among) => {
    const cursor = among === from?.among ? from : undefined
    const own = played.filter(({ position }) => position.among === among)
    return {
      among,
      played: cursor?.played === false ? [] : behind(own, cursor),
      after: cursor?.played === false ? cursor : undefined,
      playedInAll: own.length,
    }
  })

const behind = (played: readonly FoundPlace[], after: MatchPosition | undefined) =>
  played
    .filter(
      ({ position: { rank, id } }) => !after || rank < after.rank || (rank === after.rank && id < after.id),
    )
    .toSorted((one, other) => other.position.rank - one.position.rank || other.id - one.id)

/** Returns the classes whose places without players may be needed, because those with players do not fill the page. */
function classesRead(stages: readonly Stage[], limit: number): MatchClass[] {
  let before = 0
  return stages
    .filter(({ played }) => {
      before += played.length
      return before < limit
    })
    .map(({ among }) => among)
}

/** A match as it was read. A match that is not new to the results only marks the position. */
type Read = MatchPosition & { isNew: boolean }

async function unplayedMatches(
  among: MatchClass,
  read: (slice: Slice) => Promise<Read[]>,
  { limit, after }: Slice,
  room: number,
): Promise<FoundPlace[]> {
  const found: FoundPlace[] = []
  const most = limit + room
  for (let last = after; ; ) {
    const matches = await read({ limit: most, after: last })
    for (const { rank, id, isNew } of matches)
      if (isNew) found.push({ id, position: { among, played: false, rank, id } })
    last = matches.at(-1)
    if (matches.length < most || found.length >= limit) return found.slice(0, limit)
  }
}

const readUnplayed = async (
  names: NameMatches,
  ranking: PlaceRanking,
  among: Exclude<MatchClass, 'tag'>,
  slice: Slice,
): Promise<Read[]> =>
  (await names.find(among, slice)).map(({ rank, id }) => ({
    rank,
    id,
    isNew: !ranking.ranks.has(id),
  }))

/** Reads places with the tag. A place whose name matches too belongs to the class of its name. */
async function readTagged(db: Db, wanted: Wanted, genre: string, { limit, after }: Slice): Promise<Read[]> {
  const tagged = await findTagged(db, wanted.key, { limit, after: after && { ...after, published: 0 } })
  return tagged.map(({ rank, id, key, genre: own }) => ({
    rank,
    id,
    isNew: isOf(own, genre) && [undefined, 'words'].includes(classOf(key, wanted)),
  }))
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
