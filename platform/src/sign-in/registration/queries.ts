import { keysetPage } from '@baseplate/storage/database/keyset'
import { type Expression, sql } from 'kysely'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import type { RegistrationKeyState } from './rules.ts'

interface Listed {
  /** Empty: all states. */
  state: RegistrationKeyState | ''
  /** A `username_key`. Empty: all makers. */
  makerKey: string
  sort: 'newest' | 'oldest'
  at: { prefix: string; now: number }
  after: Cursor | undefined
  limit: number
}

/** Lists keys with the names of their makers. */
export function listKeys(db: Db, { state, makerKey, sort, at, after, limit }: Listed) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return db
    .selectFrom('registration_keys as row')
    .leftJoin('users as maker', 'maker.id', 'row.maker_id')
    .select(['row.key', 'uses', 'uses_left', 'row.created', 'expires', 'disabled', 'maker.username as maker'])
    .$if(makerKey !== '', (query) => query.where('maker.username_key', '=', makerKey))
    .$if(state !== '', (query) => query.where(stateOf(at), '=', sql.lit(state)))
    .$call((query) =>
      keysetPage(query, ['row.created', 'row.key'], {
        after: after && [after.created, after.id],
        direction,
        limit,
      }),
    )
    .execute()
}

/** SQL expression: the state of a key, as `registrationKeyState` decides it. */
const stateOf = ({ prefix, now }: Listed['at']): Expression<string> => sql<string>`case
  when substr(row.key, 1, ${sql.lit(prefix.length)}) <> ${prefix} then 'of another prefix'
  when disabled = 1 then 'disabled'
  when expires <= ${now} then 'expired'
  when uses_left > 0 then 'open'
  else 'used up' end`

export const findRegistrationKey = (db: Db, key: string) =>
  db.selectFrom('registration_keys').selectAll().where('key', '=', key).executeTakeFirst()

/** Spends one use of a key. Returns false if the key is not open. */
export async function spendRegistrationKey(db: Db, key: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration_keys')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('key', '=', key)
    .where('uses_left', '>', 0)
    .where('disabled', '=', 0)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
