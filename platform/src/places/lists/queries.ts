import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { isPostgres } from '../../foundation/database/dialect.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import { findByNamePart } from '../../foundation/database/name-parts.ts'
import { endOfPrefix } from '../../foundation/name-key.ts'
import { isUp, takenDown } from '../queries.ts'
import { playingIn } from '../sessions/queries.ts'
import type { PlaceRanking } from './ranking.ts'
import type { NamePosition, Position } from './rules.ts'

/** A place as lists show it: docs/reference/site-api.md#place-lists. */
export interface PlaceListing {
  id: number
  name: string
  ownerUsername: string | null
  /** Beginning of the icon's hash; null: no icon. */
  icon: string | null
  likeCount: number
  dislikeCount: number
  playerCount: number
}

/** A place in its owner's lists. */
export interface OwnedListing extends PlaceListing {
  privateServer: boolean
  takenDown: boolean
}

const listings = (db: Db) =>
  db
    .selectFrom('places')
    .leftJoin('users', 'users.id', 'places.owner_id')
    .select([
      'places.id',
      'places.name',
      'places.private_server',
      takenDown.as('taken_down'),
      'places.icon',
      'users.username as ownerUsername',
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

const isBehind = (place: Position, after: Position) =>
  (place.rank - after.rank || place.created - after.created || place.id - after.id) < 0

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

/** Lists public places, best rated first, then newest first. */
export const findRated = (db: Db, { limit, after }: Slice): Promise<Position[]> =>
  db
    .selectFrom('places')
    .select(['id', 'created', 'rating as rank'])
    .where('private_server', '=', 0)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['rating', 'created', 'id'], {
        after: after && [after.rank, after.created, after.id],
        limit,
      }),
    )
    .execute()

/** Lists public places whose name starts with the key, by name. A name equal to the key comes first. */
export const findByPrefix = (
  db: Db,
  key: string,
  { limit, after }: { limit: number; after: NamePosition },
): Promise<NamePosition[]> =>
  db
    .selectFrom('places')
    .select(['id', 'name_key as key'])
    .where('private_server', '=', 0)
    .where(isUp)
    .where('name_key', '>=', key)
    .where('name_key', '<', endOfPrefix(key))
    .$call((query) =>
      keysetPage(query, ['name_key', 'id'], { after: [after.key, after.id], direction: 'asc', limit }),
    )
    .execute()

/**
 * Lists public places whose name contains the key but does not start with it, by id. Both databases can stop reading in this
 * order, without collecting all matches first.
 */
export const findBySubstring = (
  db: Db,
  key: string,
  slice: { limit: number; after: number },
): Promise<number[]> =>
  isPostgres(db) ? findByNamePart(db, publicNames, key, slice) : findByPartOnSqlite(db, key, slice)

async function findByPartOnSqlite(db: Db, key: string, { limit, after }: { limit: number; after: number }) {
  const { rows } = await sql<{ id: number }>`
    select places.id from place_name_parts cross join places on places.id = place_name_parts.rowid
    where place_name_parts match ${`"${key.replaceAll('"', '""')}"`} and place_name_parts.rowid > ${after}
      and places.private_server = 0 and ${isUp}
      and not (places.name_key >= ${key} and places.name_key < ${endOfPrefix(key)})
    order by place_name_parts.rowid
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const publicNames = {
  table: 'places',
  key: 'name_key',
  among: sql<boolean>`private_server = 0`,
  also: sql<boolean>`exists (select 1 from places where places.id = names.id and ${isUp})`,
}

/** Returns the listings of these places, in this order, without places that became private or were taken down meanwhile. */
export async function readListings(
  db: Db,
  ranking: PlaceRanking,
  ids: readonly number[],
): Promise<PlaceListing[]> {
  const found = ids.length > 0 ? await listings(db).where('places.id', 'in', ids).execute() : []
  const places = new Map(found.map((place) => [place.id, place]))
  return ids.flatMap((id) => {
    const place = places.get(id)
    if (place?.private_server !== 0 || place.taken_down === 1) return []
    const { private_server: _, taken_down: __, ...listing } = place
    return [{ ...listing, playerCount: ranking.playerCounts.get(id) ?? 0 }]
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
    .map(({ private_server, taken_down, ...place }) => ({
      ...place,
      playerCount: Number(place.playerCount ?? 0),
      privateServer: private_server === 1,
      takenDown: taken_down === 1,
    }))
}
