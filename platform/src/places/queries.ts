import { type Selectable, sql } from 'kysely'
import { selectGone } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { isPlaceTicket, type LockedSetting } from './rules.ts'
import type { PlaceTables } from './tables.ts'
import { isModerated, isOpen, isUp, takenDown } from './visible.ts'

export type PlaceRow = Selectable<PlaceTables['places']> & {
  /** Null: the owner's account was deleted. */
  owner_username: string | null
  taken_down: number
}

/** SQL column: when a listed place was published. */
export const published = sql.ref<number>('places.published').as('published')

/** Selects places that are not deleted. */
export const existingPlaces = (db: Db) => db.selectFrom('places').where('places.deleted', 'is', null)

/** Selects the rows of places that are not deleted, as `findPlace` returns one. */
export const placesWithOwner = (db: Db) =>
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
    .where(isModerated)
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

/** Lists the locked settings of a place. A place that is not moderated has none in effect. */
export async function listLocks(db: Db, placeId: number): Promise<LockedSetting[]> {
  const rows = await db
    .selectFrom('place_locks')
    .innerJoin('places', 'places.id', 'place_locks.place_id')
    .select('setting')
    .where('place_id', '=', placeId)
    .where(isModerated)
    .orderBy('setting')
    .execute()
  return rows.map(({ setting }) => setting)
}
