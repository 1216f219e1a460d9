import { keysetPage } from '@baseplate/storage/database/keyset'
import { isAboveUserLevel, isActionInForce, isDeleted } from '../../accounts/door.ts'
import { isStandingType } from '../../accounts/standing/rules.ts'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { afterPrefix } from '../../search/rules.ts'
import type { AccountFilter } from '../actions/input.ts'

interface Listed extends Pick<AccountFilter, 'level' | 'standing' | 'sort'> {
  /** A prefix of `username_key`. Empty for all accounts. */
  key: string
  now: number
  /** Its id is a `username_key`. */
  after: Cursor | undefined
  limit: number
}

/** Lists accounts that pass the filter, each with its open moderation action and the time of its erasure. */
export function listAccounts(db: Db, { key, level, standing, sort, now, after, limit }: Listed) {
  const upwards = sort === 'name' || sort === 'oldest'
  const direction = upwards ? 'asc' : 'desc'
  const byName = sort === 'name' || sort === '-name'
  const moderated = selectInForceIds(db, standing, now)
  return (
    db
      .selectFrom('users')
      .leftJoin('moderation_actions as action', (join) =>
        join.onRef('action.user_id', '=', 'users.id').on('action.ended', 'is', null),
      )
      .select([
        'users.id',
        'users.username',
        'users.username_key as key',
        'users.permission_level as permissionLevel',
        'users.created',
        'action.type as standing',
        'action.expires',
      ])
      .select((eb) =>
        eb.selectFrom('departures').select('due').whereRef('user_id', '=', 'users.id').as('erasure'),
      )
      .$if(key !== '', (query) =>
        query.where('username_key', '>=', key).where('username_key', '<', afterPrefix(key)),
      )
      // Single staff levels repeat this condition, because the query cannot use the partial index without it.
      .$if(level !== '' && level !== '1', (query) => query.where(isAboveUserLevel))
      .$if(level !== '' && level !== 'staff', (query) => query.where('permission_level', '=', Number(level)))
      .$if(standing === 'Good', (query) =>
        query.where('users.id', 'not in', moderated).where(({ not }) => not(isDeleted('users.id'))),
      )
      .$if(standing === 'Leaving', (query) => query.where(isDeleted('users.id')))
      .$if(standing === 'Moderated' || isStandingType(standing), (query) =>
        query.where('users.id', 'in', moderated),
      )
      .$call((query) =>
        byName
          ? keysetPage(query, ['username_key'], { after: after && [after.id], direction, limit })
          : keysetPage(query, ['users.created', 'username_key'], {
              after: after && [after.created, after.id],
              direction,
              limit,
            }),
      )
      .execute()
  )
}

/** Selects the accounts with an action in force, of the given type or any. */
const selectInForceIds = (db: Db, standing: AccountFilter['standing'], now: number) =>
  db
    .selectFrom('moderation_actions')
    .select('user_id')
    .where(isActionInForce('moderation_actions', now))
    .where((eb) => (isStandingType(standing) ? eb('type', '=', standing) : eb.lit(true)))
