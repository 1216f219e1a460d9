import { recordAction } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { lookLifetime, playerScope } from '../rules.ts'
import type { LookAction } from '../tables.ts'

/** Looks and changes that the page lists. */
const listedLooks = 100

/** The data of a world as a person looks at them. */
export interface Viewed {
  worldId: number
  placeId: number
  /** Whether the person is an administrator, and not the owner. */
  isStaff: boolean
}

/** The subject of a look or change: an entry, or the data of a player in all stores. */
export interface Subject {
  /** Its store. Null: all stores. */
  store: string | null
  /** Its scope. */
  scope: string
  /** Its key. */
  key: string
}

/** Records a look at data of players, or a change. Those of administrators are also in the audit log. */
export async function recordLook(
  db: Db,
  { worldId, placeId, isStaff }: Viewed,
  actor: Pick<Actor, 'id'>,
  { action, subject, reason = null }: { action: LookAction; subject: Subject; reason?: string | null },
  now: number,
): Promise<void> {
  const { store, scope, key } = subject
  const look = { id: newTimedId(now), world_id: worldId, at: now, actor_id: actor.id, action }
  await db
    .insertInto('data_looks')
    .values({ ...look, store, scope, key, reason })
    .execute()
  if (!isStaff) return
  const audited = action === 'view' || action === 'search' ? 'viewdata' : 'changedata'
  const [before, after] = [null, { action, store, scope, key, ...(reason !== null && { reason }) }]
  await recordAction(db, { actor, action: audited, subject: `place:${placeId}`, before, after }, now)
}

/** A look at data of players, or a change. */
export interface Look extends Subject {
  /** Id of the record. */
  id: string
  /** When it was. Unix milliseconds. */
  at: number
  /** Username of the person. */
  actor: string
  /** Kind of the look or change. `search` is a search for a player. */
  action: LookAction
  /** Why a score was removed. Null: the action has no reason. */
  reason: string | null
}

/** Lists the last looks and changes, the newest first. */
export const listLooks = (db: Db, worldId: number): Promise<Look[]> =>
  db
    .selectFrom('data_looks')
    .innerJoin('users', 'users.id', 'data_looks.actor_id')
    .select(['data_looks.id', 'data_looks.at', 'users.username as actor', 'data_looks.action'])
    .select(['data_looks.store', 'data_looks.scope', 'data_looks.key', 'data_looks.reason'])
    .where('data_looks.world_id', '=', worldId)
    .orderBy('data_looks.at', 'desc')
    .orderBy('data_looks.id', 'desc')
    .limit(listedLooks)
    .execute()

export const sweepLooks = (db: Db, now: number) =>
  db
    .deleteFrom('data_looks')
    .where('at', '<', now - lookLifetime)
    .execute()

/** Erases the looks at the data of a player. */
export const eraseLooksAt = (db: Db, number: number) =>
  db.deleteFrom('data_looks').where('scope', '=', playerScope).where('key', '=', String(number)).execute()
