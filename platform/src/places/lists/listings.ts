import { type InferResult, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { existingPlaces } from '../queries.ts'
import { playingIn } from '../sessions/queries.ts'
import { takenDown } from '../visible.ts'
import type { PlaceRanking } from './ranking.ts'

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
export interface OwnedListing extends PlaceListing {
  privateServer: boolean
  takenDown: boolean
  /** False: a draft. */
  published: boolean
  archived: boolean
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
  existingPlaces(db)
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
      'places.published',
      'places.archived',
      'places.listed',
      takenDown.as('taken_down'),
      'places.icon',
      firstThumbnail.as('thumbnail'),
      'places.like_count as likeCount',
      'places.dislike_count as dislikeCount',
    ])

type ListingRow = InferResult<ReturnType<typeof listings>>[number]

const listingOf = ({
  id,
  name,
  ownerUsername,
  icon,
  thumbnail,
  likeCount,
  dislikeCount,
}: ListingRow): Omit<PlaceListing, 'playerCount'> => ({
  id,
  name,
  ownerUsername,
  icon,
  thumbnail: thumbnailOf(thumbnail),
  likeCount,
  dislikeCount,
})

/**
 * Returns the listings of these places, in this order, without places that left the lists meanwhile.
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
    const { owner_id, private_server, listed } = place
    const isPrivate = private_server === 1
    const isOpened = isPrivate && place.published !== null && opened?.has(id)
    if (listed === 0 && (place.archived !== null || !(isOpened || owner_id === ownerId))) return []
    const playerCount = ranking.playerCounts.get(id) ?? 0
    return [{ ...listingOf(place), playerCount, ...(isPrivate && { privateServer: true as const }) }]
  })
}

/** Reads the rows of all places of an owner, newest first. */
const readPlacesOf = (db: Db, now: number, ownerId: string) =>
  listings(db)
    .select((eb) =>
      playingIn(eb.selectFrom('playing_records'), now)
        .select((e) => e.fn.countAll<number>().as('players'))
        .as('players'),
    )
    .where('places.owner_id', '=', ownerId)
    .orderBy('places.created', 'desc')
    .orderBy('places.id', 'desc')
    .execute()

/** Lists all places of an owner, newest first. */
export const listPlacesOf = async (db: Db, now: number, ownerId: string): Promise<OwnedListing[]> =>
  (await readPlacesOf(db, now, ownerId)).map((place) => ({
    ...listingOf(place),
    playerCount: Number(place.players ?? 0),
    privateServer: place.private_server === 1,
    takenDown: place.taken_down === 1,
    published: place.published !== null,
    archived: place.archived !== null,
  }))

/**
 * Lists the places of an owner that everybody may see, newest first.
 *
 * Hidden places are filtered out here. With conditions for them, SQLite would scan all listed places instead of the owner's.
 */
export const listPublicPlacesOf = async (db: Db, now: number, ownerId: string): Promise<PlaceListing[]> =>
  (await readPlacesOf(db, now, ownerId))
    .filter(({ listed, taken_down }) => listed === 1 && taken_down === 0)
    .map((place) => ({ ...listingOf(place), playerCount: Number(place.players ?? 0) }))
