import { type Selectable, sql } from 'kysely'
import { isGone, selectGone } from '../accounts/standing/queries.ts'
import type { Db } from '../database.ts'
import { isPlaceTicket, type PlaceVisibility } from './rules.ts'
import type { PlaceTables } from './tables.ts'

export type PlaceRow = Selectable<PlaceTables['places']> & {
  /** Null: the owner's account was deleted. */
  owner_username: string | null
  taken_down: number
}

/** SQL condition: the place is not taken down. It is not moderated, and its owner's account is not gone. */
export const isUp = sql<boolean>`(places.visibility = 'Visible' and not ${isGone('places.owner_id')})`

/** SQL column: 1 when the place is taken down, otherwise 0. */
export const takenDown = sql<number>`case when ${isUp} then 0 else 1 end`

const placesWithOwner = (db: Db) =>
  db
    .selectFrom('places')
    .leftJoin('users', 'users.id', 'places.owner_id')
    .selectAll('places')
    .select(['users.username as owner_username', takenDown.as('taken_down')])

export const findPlace = (db: Db, id: number): Promise<PlaceRow | undefined> =>
  placesWithOwner(db).where('places.id', '=', id).executeTakeFirst()

export const findPlaceByServerTicket = async (db: Db, ticket: string) =>
  isPlaceTicket(ticket)
    ? db
        .selectFrom('places')
        .selectAll()
        .select(takenDown.as('taken_down'))
        .where('server_ticket', '=', ticket)
        .executeTakeFirst()
    : undefined

export const privateTicketExists = async (db: Db, ticket: string): Promise<boolean> =>
  isPlaceTicket(ticket) &&
  (await db
    .selectFrom('places')
    .select('id')
    .where('private_ticket', '=', ticket)
    .where(isUp)
    .executeTakeFirst()) !== undefined

export const countPlacesOf = async (db: Db, ownerId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('places')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Locks the row of a place until the transaction ends, and returns columns of it. Both databases lock a row that is
 * updated, even if its values stay the same.
 */
export const lockPlace = (db: Db, id: number) =>
  db
    .updateTable('places')
    .set(({ ref }) => ({ created: ref('created') }))
    .where('id', '=', id)
    .returning(['id', 'updated', 'data_sha256', 'max_players'])
    .executeTakeFirst()

/** Selects the ids of all places that are taken down. Each half has an index of its few rows. */
export const selectTakenDown = (db: Db) =>
  db
    .selectFrom('places')
    .select('places.id')
    .where('visibility', '=', sql.lit<PlaceVisibility>('Moderated'))
    .union(
      db
        .selectFrom(selectGone(db).as('gone'))
        .innerJoin('places', 'places.owner_id', 'gone.user_id')
        .select('places.id'),
    )

/** Returns which of these places are taken down. */
export const findTakenDown = async (db: Db, placeIds: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', placeIds)
    .where(sql<boolean>`not ${isUp}`)
    .execute()
  return rows.map(({ id }) => id)
}
