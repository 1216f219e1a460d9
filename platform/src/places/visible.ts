/**
 * SQL conditions on the visibility of places. Every query that filters by it uses one of them. They hold literals instead of parameters,
 * so that the databases can use the partial index.
 */
import { sql } from 'kysely'
import { isGone } from '../accounts/door.ts'
import type { PlaceVisibility } from './rules.ts'

const is = (visibility: PlaceVisibility) => sql<boolean>`places.visibility = ${sql.lit(visibility)}`

/** The place is not taken down. It is not moderated, and its owner's account is not gone. */
export const isUp = sql<boolean>`(${is('Visible')} and not ${isGone('places.owner_id')})`

/** A moderator has taken the place down. */
export const isModerated = is('Moderated')

/** Players may be in the place. It is not taken down, archived or deleted. */
export const isOpen = sql<boolean>`(places.archived is null and places.deleted is null and ${isUp})`

/** SQL column: 1 when the place is taken down, otherwise 0. */
export const takenDown = sql<number>`case when ${isUp} then 0 else 1 end`

/** SQL column: 1 when the place is taken down, archived or deleted, otherwise 0. */
export const closed = sql<number>`case when ${isOpen} then 0 else 1 end`
