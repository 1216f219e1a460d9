import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import { isUp, takenDown } from '../queries.ts'
import { playingIn } from '../sessions/queries.ts'
import type { PlaceRanking } from './ranking.ts'
import { isBehind, type Position } from './rules.ts'

/** A place as lists show it: docs/reference/site-api.md#place-lists. */
export interface PlaceListing {
  id: number
  name: string
  ownerUsername: string | null
  /** Beginning of the icon's hash; null: no icon. */
  icon: string | null
  /** The first picture; null: none. */
  thumbnail: { number: number; name: string } | null
  likeCount: number
  dislikeCount: number
  playerCount: number
}

/** A place in its owner's lists. */
interface OwnedListing extends PlaceListing {
  privateServer: boolean
  takenDown: boolean
}

/** SQL column: number and name of a place's first picture, such as `3-a1b2c3`. */
const firstThumbnail = sql<string | null>`(
  select cast(number as text) || '-' || name from place_thumbnails
  where place_thumbnails.place_id = places.id order by position limit 1
)`

function thumbnailOf(column: string | null): PlaceListing['thumbnail'] {
  if (column === null) return null
  const dash = column.indexOf('-')
  return { number: Number(column.slice(0, dash)), name: column.slice(dash + 1) }
}

const listings = (db: Db) =>
  db
    .selectFrom('places')
    // With a join, PostgreSQL may read all users for some hundred places.
    .select((eb) =>
      eb
        .selectFrom('users')
        .select('username')
        .whereRef('users.id', '=', 'places.owner_id')
        .as('ownerUsername'),
    )
    .select([
      'places.id',
      'places.name',
      'places.owner_id',
      'places.private_server',
      takenDown.as('taken_down'),
      'places.icon',
      firstThumbnail.as('thumbnail'),
      'places.like_count as likeCount',
      'places.dislike_count as dislikeCount',
    ])

/** The rows of a list that a query reads. */
interface Slice {
  limit: number
  /** Position of the last row of the page before; undefined: read from the beginning. */
  after?: Position | undefined
}

/** Lists public places by players. Places without players follow, newest first. */
export async function findPlayed(
  db: Db,
  ranking: PlaceRanking,
  { limit, after }: Slice,
): Promise<Position[]> {
  const from = after ? ranking.places.findIndex((place) => isBehind(place, after)) : 0
  const played = from < 0 ? [] : ranking.places.slice(from, from + limit)
  if (played.length === limit) return played
  // Both halves use the same ranking, so a place whose players came or left meanwhile is listed exactly once.
  const others: Position[] = []
  for (let last = after?.rank === 0 ? after : undefined; ; ) {
    const read = await findNewest(db, { limit, after: last })
    others.push(...read.filter(({ id }) => !ranking.playerCounts.has(id)))
    last = read.at(-1)
    if (read.length < limit || played.length + others.length >= limit) break
  }
  return [...played, ...others].slice(0, limit)
}

/** Lists public places, newest first. */
export const findNewest = (db: Db, { limit, after }: Slice): Promise<Position[]> =>
  db
    .selectFrom('places')
    .select((eb) => ['id', 'created', eb.lit(0).as('rank')])
    .where('private_server', '=', 0)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['created', 'id'], { after: after && [after.created, after.id], limit }),
    )
    .execute()

const findRanked =
  (rank: 'rating' | 'rising' | 'played_ms') =>
  (db: Db, { limit, after }: Slice): Promise<Position[]> =>
    db
      .selectFrom('places')
      .select(['id', 'created', sql.ref<number>(rank).as('rank')])
      .where('private_server', '=', 0)
      .where(isUp)
      .$call((query) =>
        keysetPage(query, [rank, 'created', 'id'], {
          after: after && [after.rank, after.created, after.id],
          limit,
        }),
      )
      .execute()

/** Lists public places, best rated first, then newest first. */
export const findRated = findRanked('rating')

/** Lists public places, those whose visits grow fastest first. Places that were never visited follow, newest first. */
export const findRising = findRanked('rising')

/** Lists public places by the total time that players have spent in them, longest first. */
export const findMostPlayed = findRanked('played_ms')

const byPopularity = ['popularity', 'created', 'id'] as const

/** Lists public places, the most popular first. */
export const findPopular = (db: Db, { limit, after }: Slice): Promise<Position[]> =>
  db
    .selectFrom('places')
    .select(['id', 'created', 'popularity as rank'])
    .where('private_server', '=', 0)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['popularity', 'id'], { after: after && [after.rank, after.id], limit }),
    )
    .execute()

/** Lists public places of a genre, the most popular first. */
export const findByGenre = (db: Db, genre: string, { limit, after }: Slice): Promise<Position[]> =>
  db
    .selectFrom('places')
    .select(['id', 'created', 'popularity as rank'])
    .where('private_server', '=', 0)
    .where('genre', '=', genre)
    // Repeats the condition of the partial index, which SQLite would not use otherwise.
    .where('genre', '<>', sql.lit(''))
    .where(isUp)
    .$call((query) =>
      keysetPage(query, byPopularity, {
        after: after && [after.rank, after.created, after.id],
        limit,
      }),
    )
    .execute()

/** Lists public places with a tag, the most popular first. */
export const findTagged = (
  db: Db,
  tagKey: string,
  { limit, after }: Slice,
): Promise<(Position & { key: string; genre: string })[]> =>
  db
    .selectFrom('place_tags')
    .innerJoin('places', 'places.id', 'place_tags.place_id')
    .select(['places.id', 'places.created', 'places.genre'])
    .select(['place_tags.popularity as rank', 'places.name_key as key'])
    .where('place_tags.tag_key', '=', tagKey)
    .where('places.private_server', '=', 0)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['place_tags.popularity', 'place_tags.place_id'], {
        after: after && [after.rank, after.id],
        limit,
      }),
    )
    .execute()

/**
 * Returns the listings of these places, in this order, without places that became private or were taken down meanwhile.
 *
 * Private places are listed if they belong to `ownerId`, or if `opened` has the private ticket of their id. They have no
 * players.
 */
export async function readListings(
  db: Db,
  ranking: PlaceRanking,
  ids: readonly number[],
  { ownerId, opened }: { ownerId?: string; opened?: ReadonlyMap<number, string> } = {},
): Promise<(PlaceListing & { privateServer?: true })[]> {
  const found = ids.length > 0 ? await listings(db).where('places.id', 'in', ids).execute() : []
  const places = new Map(found.map((place) => [place.id, place]))
  return ids.flatMap((id) => {
    const place = places.get(id)
    if (!place || place.taken_down === 1) return []
    const { owner_id, private_server, taken_down: _, ...listing } = place
    if (private_server === 1 && owner_id !== ownerId && !opened?.has(id)) return []
    const thumbnail = thumbnailOf(listing.thumbnail)
    const playerCount = ranking.playerCounts.get(id) ?? 0
    return [
      { ...listing, thumbnail, playerCount, ...(private_server === 1 && { privateServer: true as const }) },
    ]
  })
}

/**
 * Lists the places of an owner, newest first.
 *
 * Hidden places are filtered out here. With conditions for them, SQLite would scan all public places instead of the owner's.
 *
 * @param withHidden whether to include private places and places that are taken down.
 */
export async function listPlacesOf(
  db: Db,
  now: number,
  ownerId: string,
  { withHidden = true } = {},
): Promise<OwnedListing[]> {
  const rows = await listings(db)
    .select((eb) =>
      playingIn(eb.selectFrom('playing_records'), now)
        .select((e) => e.fn.countAll<number>().as('players'))
        .as('playerCount'),
    )
    .where('places.owner_id', '=', ownerId)
    .orderBy('places.created', 'desc')
    .orderBy('places.id', 'desc')
    .execute()
  return rows
    .filter((place) => withHidden || (place.private_server === 0 && place.taken_down === 0))
    .map(({ private_server, taken_down, owner_id: _, ...place }) => ({
      ...place,
      thumbnail: thumbnailOf(place.thumbnail),
      playerCount: Number(place.playerCount ?? 0),
      privateServer: private_server === 1,
      takenDown: taken_down === 1,
    }))
}
