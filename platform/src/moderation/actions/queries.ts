import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import { isActionInForce } from '../../accounts/door.ts'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { afterPrefix } from '../../search/rules.ts'
import type { ModeratedFilter } from './input.ts'

/** Lists the actions against a user with their appeals, the newest first. */
export const listActionsOf = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('moderation_actions as action')
    .leftJoin('users as moderator', 'moderator.id', 'action.moderator_id')
    .leftJoin('users as ender', 'ender.id', 'action.ended_by')
    .leftJoin('appeals as appeal', (join) =>
      join
        .on('appeal.subject_type', '=', 'user')
        .onRef('appeal.subject_id', '=', 'action.user_id')
        .onRef('appeal.number', '=', 'action.number'),
    )
    .leftJoin('users as decider', 'decider.id', 'appeal.decided_by')
    .select([
      'action.number',
      'action.type',
      'action.reason',
      'action.note',
      'action.created',
      'action.expires',
      'action.ended',
      'action.ending',
      'moderator.username as moderator',
      'ender.username as endedBy',
      'appeal.text as appealText',
      'appeal.decision as appealDecision',
      'appeal.answer as appealAnswer',
      'decider.username as decidedBy',
    ])
    .where('action.user_id', '=', userId)
    .orderBy('action.number', 'desc')
    .limit(limit)
    .execute()

interface InForce extends Pick<ModeratedFilter, 'type' | 'sort'> {
  /** A prefix of `username_key`. Empty for all accounts. */
  key: string
  /** The moderator's `username_key`. Empty for all moderators. */
  moderatorKey: string
  /** Its time is the `at` of a row. */
  after: Cursor | undefined
  limit: number
}

/** Later than any time, so that actions without an expiry sort last. */
const never = 999_999_999_999_999

/** Lists actions in force. `at` is the time by which they are sorted. */
export function listInForce(db: Db, now: number, { key, type, moderatorKey, sort, after, limit }: InForce) {
  const upwards = sort === 'oldest' || sort === 'soonest'
  const direction = upwards ? 'asc' : 'desc'
  const at =
    sort === 'soonest' || sort === 'latest'
      ? sql<number>`coalesce(action.expires, ${sql.lit(never)})`
      : sql<number>`action.created`
  return db
    .selectFrom('moderation_actions as action')
    .innerJoin('users', 'users.id', 'action.user_id')
    .leftJoin('users as moderator', 'moderator.id', 'action.moderator_id')
    .select([
      'users.id',
      'users.username',
      'users.permission_level as permissionLevel',
      'action.type',
      'action.reason',
      'action.note',
      'action.created',
      'action.expires',
      'moderator.username as moderator',
      at.as('at'),
    ])
    .where(isActionInForce('action', now))
    .$if(key !== '', (query) =>
      query.where('users.username_key', '>=', key).where('users.username_key', '<', afterPrefix(key)),
    )
    .where((eb) => (type === '' ? eb.lit(true) : eb('action.type', '=', type)))
    .$if(moderatorKey !== '', (query) => query.where('moderator.username_key', '=', moderatorKey))
    .$call((query) =>
      keysetPage(query, [at, 'action.user_id'], {
        after: after && [after.created, after.id],
        direction,
        limit,
      }),
    )
    .execute()
}
