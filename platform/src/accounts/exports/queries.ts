import type { Selectable } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import type { ExportTables } from './tables.ts'

export type ExportRow = Selectable<ExportTables['account_exports']>

/** Finds the last export of a user that has not expired. */
export const findExport = (db: Db, userId: string, now: number): Promise<ExportRow | undefined> =>
  db
    .selectFrom('account_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('state', '=', 'waiting'), eb('due', '>', now)]))
    .executeTakeFirst()

/** Finds the export whose turn it is. */
export const findDueExport = (db: Db, now: number): Promise<ExportRow | undefined> =>
  db
    .selectFrom('account_exports')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('due', '<=', now)
    .orderBy('due')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Changes an export that waits. Returns false when there is no such export any more. */
export async function changeWaitingExport(
  db: Db,
  id: string,
  to: Partial<Pick<ExportRow, 'state' | 'due' | 'attempts' | 'progress' | 'size'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_exports')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Withdraws the export of a user, in the caller's transaction. The sweep removes its file. */
export const withdrawExport = (trx: Db, userId: string) =>
  trx.deleteFrom('account_exports').where('user_id', '=', userId).execute()

export const deleteExpiredExports = (db: Db, now: number) =>
  db.deleteFrom('account_exports').where('state', '!=', 'waiting').where('due', '<=', now).execute()

/** Returns the exports among these ids. */
export const listExports = (db: Db, ids: readonly string[]): Promise<Pick<ExportRow, 'id' | 'state'>[]> =>
  db.selectFrom('account_exports').select(['id', 'state']).where('id', 'in', ids).execute()

/** Lists the ids of exports that have a file, in the order of ids. */
export const listReadyExports = (db: Db, after: string, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('account_exports')
    .select('id')
    .where('state', '=', 'ready')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const deleteExports = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('account_exports').where('id', 'in', ids).execute()
