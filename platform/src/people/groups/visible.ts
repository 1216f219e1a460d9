/** SQL conditions on the state of groups. Every query that filters by it uses one of them. */
import { sql } from 'kysely'

/** The group is paid for and not closed by a moderator. */
export const isOpenGroup = sql<boolean>`groups.open = 1`

/** The payment for the group is pending. */
export const isUnpaidGroup = sql<boolean>`(groups.open = 0 and groups.closed_reason is null)`
