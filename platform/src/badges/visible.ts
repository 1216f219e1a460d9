/** SQL conditions on the state of badges. Every query that filters by it uses one of them. */
import { sql } from 'kysely'

/** The badge is free or paid for. */
export const isOpenBadge = sql<boolean>`badges.open = 1`
