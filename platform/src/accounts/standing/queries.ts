import { type Selectable, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { isDeleted } from '../deletion/queries.ts'
import { isInForce } from './rules.ts'
import type { StandingTables } from './tables.ts'

type Action = Selectable<StandingTables['moderation_actions']>

/** SQL condition: the moderation action with this table alias is in force. */
export const isActionInForce = (alias: string, now: number) => {
  const expires = sql.ref(`${alias}.expires`)
  return sql<boolean>`(${sql.ref(`${alias}.ended`)} is null and (${expires} is null or ${expires} > ${now}))`
}

/**
 * SQL condition: an appeal against the action with this table alias can be decided. The action is in force, or it is a warning
 * whose user has read it.
 */
export const isOpenToAppeal = (alias: string, now: number) =>
  sql<boolean>`(${isActionInForce(alias, now)} or
    (${sql.ref(`${alias}.type`)} = 'Warning' and ${sql.ref(`${alias}.ending`)} = 'Acknowledged'))`

/** SQL condition: the account with this id is terminated. It needs no clock, because terminations never expire. */
const isTerminated = (userId: string) => sql<boolean>`exists (
  select 1 from moderation_actions as termination
  where termination.user_id = ${sql.ref(userId)} and termination.ended is null and termination.type = 'Termination'
)`

/** SQL condition: the account with this id is terminated, or its owner has deleted it. */
export const isGone = (userId: string) => sql<boolean>`(${isTerminated(userId)} or ${isDeleted(userId)})`

/** Selects the ids of all accounts that are gone. Indexes of the few open actions and departures find them. */
export const selectGone = (db: Db) =>
  db
    .selectFrom('moderation_actions')
    .select('user_id')
    .where('ended', 'is', null)
    .where('type', '=', sql.lit('Termination'))
    .union(db.selectFrom('departures').select('user_id'))

const findOpenAction = (db: Db, userId: string) =>
  db
    .selectFrom('moderation_actions')
    .select(['number', 'type', 'reason', 'note', 'created', 'expires', 'moderator_id'])
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .executeTakeFirst()

export async function findActionInForce(db: Db, userId: string, now: number) {
  const action = await findOpenAction(db, userId)
  return action && isInForce(action, now) ? action : undefined
}

/** Returns the action of this number, while an appeal against it can be decided. */
export const findAppealedAction = (db: Db, userId: string, number: number, now: number) =>
  db
    .selectFrom('moderation_actions as action')
    .select(['number', 'type', 'reason', 'note', 'expires', 'moderator_id', 'ended'])
    .where('user_id', '=', userId)
    .where('number', '=', number)
    .where(isOpenToAppeal('action', now))
    .executeTakeFirst()

/** Lifts a warning that its user has read already. The caller's transaction holds the user's row (`lockUser`). */
export async function liftAcknowledged(
  db: Db,
  { userId, number, by }: { userId: string; number: number; by: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('moderation_actions')
    .set({ ended: now, ending: 'Lifted', ended_by: by })
    .where('user_id', '=', userId)
    .where('number', '=', number)
    .where('ending', '=', 'Acknowledged')
    .execute()
}

/** Starts an action, which replaces the one in force. The caller's transaction holds the user's row (`lockUser`). */
export async function startAction(
  db: Db,
  action: Pick<
    Action,
    'user_id' | 'type' | 'reason' | 'note' | 'expires' | 'moderator_id' | 'content_type' | 'content_title'
  >,
  now: number,
): Promise<void> {
  await endAction(db, action.user_id, { ending: 'Replaced', by: action.moderator_id }, now)
  const { last } = await db
    .selectFrom('moderation_actions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('user_id', '=', action.user_id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('moderation_actions')
    .values({
      ...action,
      number: Number(last ?? 0) + 1,
      created: now,
      ended: null,
      ending: null,
      ended_by: null,
    })
    .execute()
}

/**
 * Ends the open action, if there is one. An action that has expired by then is recorded as expired. The caller's
 * transaction holds the user's row (`lockUser`).
 */
export async function endAction(
  db: Db,
  userId: string,
  how: { ending: 'Replaced' | 'Lifted' | 'Acknowledged'; by: string },
  now: number,
): Promise<void> {
  const action = await findOpenAction(db, userId)
  if (!action) return
  const { expires } = action
  await db
    .updateTable('moderation_actions')
    .set(
      expires === null || isInForce(action, now)
        ? { ended: now, ending: how.ending, ended_by: how.by }
        : { ended: expires, ending: 'Expired', ended_by: null },
    )
    .where('user_id', '=', userId)
    .where('number', '=', action.number)
    .execute()
}
