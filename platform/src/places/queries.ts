import { type Selectable, sql } from 'kysely'
import { isGone, selectGone } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { isPlaceTicket, type PlaceVisibility } from './rules.ts'
import type { PlaceTables } from './tables.ts'

export type PlaceRow = Selectable<PlaceTables['places']> & {
  /** Null: the owner's account was deleted. */
  owner_username: string | null
  taken_down: number
}

/** SQL condition: the place is not taken down. It is not moderated, and its owner's account is not gone. */
export const isUp = sql<boolean>`(places.visibility = 'Visible' and not ${isGone('places.owner_id')})`

/** SQL column: when a listed place was published. */
export const published = sql.ref<number>('places.published').as('published')

/** SQL condition: players may be in the place. It is not taken down, archived or deleted. */
export const isOpen = sql<boolean>`(places.archived is null and places.deleted is null and ${isUp})`

/** SQL column: 1 when the place is taken down, otherwise 0. */
export const takenDown = sql<number>`case when ${isUp} then 0 else 1 end`

/** SQL column: 1 when the place is taken down, archived or deleted, otherwise 0. */
export const closed = sql<number>`case when ${isOpen} then 0 else 1 end`

/** Selects places that are not deleted. */
export const existingPlaces = (db: Db) => db.selectFrom('places').where('places.deleted', 'is', null)

const placesWithOwner = (db: Db) =>
  existingPlaces(db)
    .leftJoin('users', 'users.id', 'places.owner_id')
    .selectAll('places')
    .select(['users.username as owner_username', takenDown.as('taken_down')])

export const findPlace = (db: Db, id: number): Promise<PlaceRow | undefined> =>
  placesWithOwner(db).where('places.id', '=', id).executeTakeFirst()

export const findPlaceByServerTicket = async (db: Db, ticket: string) =>
  isPlaceTicket(ticket)
    ? existingPlaces(db)
        .selectAll()
        .select(takenDown.as('taken_down'))
        .where('server_ticket', '=', ticket)
        .executeTakeFirst()
    : undefined

export const privateTicketExists = async (db: Db, ticket: string): Promise<boolean> =>
  isPlaceTicket(ticket) &&
  (await existingPlaces(db)
    .select('id')
    .where('private_ticket', '=', ticket)
    .where(isUp)
    .executeTakeFirst()) !== undefined

/** Counts the places of an owner, archived ones included. */
export const countPlacesOf = async (db: Db, ownerId: string): Promise<number> => {
  const { count } = await existingPlaces(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Locks the row of a place until the transaction ends, and returns columns of it; undefined: there is none. Both databases lock a row that is
 * updated, even if its values stay the same.
 */
export const lockPlace = (db: Db, id: number) =>
  db
    .updateTable('places')
    .set(({ ref }) => ({ created: ref('created') }))
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .returning(['id', 'updated', 'data_sha256', 'max_players', 'archived'])
    .executeTakeFirst()

/** Selects the ids of all places that are taken down, archived or deleted. Each part has an index of its few rows. */
export const selectClosed = (db: Db) =>
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
    .union(db.selectFrom('places').select('places.id').where('archived', 'is not', null))
    .union(db.selectFrom('places').select('places.id').where('deleted', 'is not', null))

/** Returns which of these places are taken down, archived or deleted. */
export const findClosed = async (db: Db, placeIds: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', placeIds)
    .where(sql<boolean>`not ${isOpen}`)
    .execute()
  return rows.map(({ id }) => id)
}
