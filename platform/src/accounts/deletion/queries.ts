import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'

/** SQL condition: the owner has deleted the account with this id, which will be erased. */
export const isDeleted = (userId: string) => sql<boolean>`exists (
  select 1 from departures where departures.user_id = ${sql.ref(userId)}
)`

export const findDeletion = (db: Db, userId: string) =>
  db.selectFrom('departures').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Records that the owner has deleted an account. One that is deleted already keeps its time. */
export const addDeletion = (
  trx: Db,
  userId: string,
  { requested, due }: { requested: number; due: number },
) =>
  trx
    .insertInto('departures')
    .values({ user_id: userId, requested, due, started: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Cancels the deletion of an account, in the caller's transaction. Returns whether there was one to cancel.
 *
 * @throws Refused `conflict`: the erasure has begun.
 */
export async function cancelDeletion(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('departures')
    .where('user_id', '=', userId)
    .where('started', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return true
  if (await findDeletion(trx, userId)) throw new Refused('accounts.erasure_begun')
  return false
}

const isDueAt =
  (time: number) =>
  ({ eb, or }: ExpressionBuilder<Database, 'departures'>) =>
    or([eb('due', '<=', time), eb('started', 'is not', null)])

/**
 * Lists the accounts whose erasure is due or has begun, in the order of ids after `after`.
 *
 * @param time the confirmed time
 */
export const listDueDeletions = async (
  db: Db,
  { time, after }: { time: number; after: string },
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('departures')
    .select('user_id')
    .where(isDueAt(time))
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Begins an erasure, unless the owner has cancelled the deletion. Returns whether the account is to be erased.
 *
 * @param time the confirmed time
 */
export const beginErasure = (db: Db, userId: string, time: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const begun = await trx
      .updateTable('departures')
      .set((eb) => ({ started: eb.fn.coalesce('started', eb.val(time)) }))
      .where('user_id', '=', userId)
      .where(isDueAt(time))
      .executeTakeFirst()
    return begun.numUpdatedRows > 0n
  })

export const erasedIdHash = (userId: string) => sha256(`user ${userId}`)

export const recordErasure = (db: Db, userId: string, now: number) =>
  db
    .insertInto('erased_accounts')
    .values({ id_hash: erasedIdHash(userId), erased: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function listErasedHashes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('erased_accounts').select('id_hash').execute()
  return rows.map(({ id_hash }) => id_hash)
}

export async function listUserIdsAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const users = db.selectFrom('users').select('id').where('id', '>', after)
  return (await users.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Begins the erasure of accounts that were erased before a backup brought them back. Their owners cannot cancel it. */
export const eraseAgain = (db: Db, userIds: readonly string[], now: number) =>
  db
    .insertInto('departures')
    .values(userIds.map((user_id) => ({ user_id, requested: now, due: now, started: now })))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ due: now, started: now }))
    .execute()
