import { type Clock, day } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { friendsSeePlaying } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { friendIds } from '../../social/door.ts'
import { isUp } from '../visible.ts'
import { type PlaceListing, readListings } from './listings.ts'
import { findByGenre } from './queries.ts'
import type { PlaceRankings } from './ranking.ts'
import { placesPerShelf } from './shelf-rules.ts'
import { findAlike } from './similar.ts'

/** Age up to which friends' visits count. */
const friendsFor = 14 * day

/** Number of the viewer's latest places that a recommendation can be based on. */
const basesRead = 8

/** Places that the viewer may like, because of one that the viewer has played. */
interface Recommended {
  because: { id: number; name: string }
  places: PlaceListing[]
}

interface Personal {
  db: Db
  now: Clock
  placeRankings: PlaceRankings
}

/**
 * Lists the public places that most of the viewer's friends have played lately. Friends who hide what they play do not
 * count. Raw SQL, because building the query costs more than running it. SQLite keeps the order of a cross join. With an inner join,
 * it would read all listed places.
 */
export async function listFriendsPlaces(
  { db, now, placeRankings }: Personal,
  viewer: Actor,
): Promise<PlaceListing[]> {
  const { rows } = await sql<{ id: number }>`
    select places.id from (${friendIds(db, viewer.id)}) as friends
    cross join users cross join place_players as visits cross join places
    where users.id = friends.id and ${friendsSeePlaying}
      and visits.user_id = friends.id and visits.last_played > ${now() - friendsFor}
      and places.id = visits.place_id and places.listed = 1 and ${isUp}
    group by places.id
    order by count(*) desc, max(visits.last_played) desc
    limit ${sql.lit(placesPerShelf)}`.execute(db)
  return readListings(
    db,
    await placeRankings.read(),
    rows.map(({ id }) => id),
  )
}

/**
 * Recommends places that the viewer has not played. Chooses one of the viewer's latest places, and lists the places that its
 * players also play, then places of its genre. Null: there are none.
 */
export async function recommendPlaces(
  { db, placeRankings }: Omit<Personal, 'now'>,
  viewer: Actor,
): Promise<Recommended | null> {
  const bases = await findLatest(db, viewer.id)
  if (bases.length === 0) return null
  const liked = await findAlike(
    db,
    bases.map(({ id }) => id),
  )
  const played = await findPlayedAmong(
    db,
    viewer.id,
    liked.map(({ id }) => id),
  )
  const fresh = (id: number) => !played.has(id)
  const ofBase = (base: { id: number }) =>
    liked.filter(({ of, id }) => of === base.id && fresh(id)).map(({ id }) => id)
  const [base, own = []] =
    bases
      .map((each) => [each, ofBase(each)] as const)
      .toSorted(
        ([, one], [, other]) => Math.min(other.length, placesPerShelf) - Math.min(one.length, placesPerShelf),
      )[0] ?? []
  if (!base) return null
  const ids = [...own, ...(own.length < placesPerShelf ? await moreOfGenre(db, viewer.id, base, own) : [])]
  const places = await readListings(db, await placeRankings.read(), ids.slice(0, placesPerShelf))
  return places.length > 0 ? { because: { id: base.id, name: base.name }, places } : null
}

/** Lists further popular places of a place's genre that the viewer has not played. */
async function moreOfGenre(
  db: Db,
  viewerId: string,
  base: { id: number; genre: string },
  listed: readonly number[],
): Promise<number[]> {
  if (base.genre === '') return []
  const ids = (await findByGenre(db, base.genre, { limit: 4 * placesPerShelf })).map(({ id }) => id)
  const played = await findPlayedAmong(db, viewerId, ids)
  return ids.filter((id) => id !== base.id && !played.has(id) && !listed.includes(id))
}

/** Lists the public places that a user played last. Raw SQL, as for the friends' places. */
async function findLatest(db: Db, userId: string): Promise<{ id: number; name: string; genre: string }[]> {
  const { rows } = await sql<{ id: number; name: string; genre: string }>`
    select places.id, places.name, places.genre from place_players
    inner join places on places.id = place_players.place_id
    where place_players.user_id = ${userId} and places.listed = 1 and ${isUp}
    order by place_players.last_played desc limit ${sql.lit(basesRead)}`.execute(db)
  return rows
}

async function findPlayedAmong(db: Db, userId: string, placeIds: readonly number[]): Promise<Set<number>> {
  if (placeIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('place_players')
    .select('place_id')
    .where('user_id', '=', userId)
    .where('place_id', 'in', [...new Set(placeIds)])
    .execute()
  return new Set(rows.map(({ place_id }) => place_id))
}
