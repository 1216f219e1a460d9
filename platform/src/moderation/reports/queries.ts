import { keysetPage } from '@baseplate/storage/database/keyset'
import type { Insertable } from 'kysely'
import { usernameKey } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { ReportFilter } from './input.ts'
import type { ReportTables } from './tables.ts'

/** Adds a report, and returns whether it was added. A reporter has one open report about a subject. */
export async function insertReport(db: Db, report: Insertable<ReportTables['reports']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Adds the lines of chat that a report quotes. */
export async function insertLines(
  db: Db,
  reportId: string,
  lines: readonly { userId: string | null; text: string }[],
): Promise<void> {
  const rows = lines.map(({ userId, text }, position) => ({
    report_id: reportId,
    position,
    user_id: userId,
    text,
  }))
  if (rows.length > 0) await db.insertInto('report_lines').values(rows).execute()
}

/** Lists the lines of chat that a report quotes. The username is null if the game named no known player. */
export const listLines = (db: Db, reportId: string) =>
  db
    .selectFrom('report_lines')
    .leftJoin('users', 'users.id', 'report_lines.user_id')
    .select(['users.username', 'report_lines.text'])
    .where('report_id', '=', reportId)
    .orderBy('position')
    .execute()

/** Locks a report until the transaction ends, and returns it. */
export const lockReport = (db: Db, id: string) =>
  db
    .updateTable('reports')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Lists a reporter's reports, the newest first. */
export const listReportsOf = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'created', 'type', 'title', 'category', 'assignee_id', 'closed', 'outcome'])
    .where('reporter_id', '=', userId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const reports = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('users as reporter', 'reporter.id', 'reports.reporter_id')
    .leftJoin('users as owner', 'owner.id', 'reports.subject_user_id')
    .leftJoin('users as assignee', 'assignee.id', 'reports.assignee_id')
    .selectAll('reports')
    .select([
      'reporter.username as reporter',
      'owner.username as owner',
      'owner.permission_level as ownerLevel',
      'assignee.username as assignee',
    ])

export const findReport = (db: Db, id: string) => reports(db).where('reports.id', '=', id).executeTakeFirst()

/** Counts the open reports about a subject. */
export async function countOpenAbout(db: Db, subject: { type: string; subject_id: string }): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('type', '=', subject.type as ReportTables['reports']['type'])
    .where('subject_id', '=', subject.subject_id)
    .where('closed', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The last row of a page of reports. */
export interface PlaceInList {
  priority: number
  created: number
  id: string
}

/** Lists reports that pass the filter, without those about the handler. */
export function listReports(
  db: Db,
  { state, type, category, assignee, about, sort }: ReportFilter,
  { handlerId, after, limit }: { handlerId: string; after: PlaceInList | undefined; limit: number },
) {
  const byPriority = sort === 'urgent'
  return reports(db)
    .where((eb) =>
      eb.or([eb('reports.subject_user_id', 'is', null), eb('reports.subject_user_id', '<>', handlerId)]),
    )
    .$if(state === 'Closed', (query) => query.where('closed', 'is not', null))
    .$if(state !== 'Closed' && state !== 'All', (query) => query.where('closed', 'is', null))
    .$if(state === 'Open', (query) => query.where('assignee_id', 'is', null))
    .$if(state === 'Taken', (query) => query.where('assignee_id', 'is not', null))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'user'))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? 'Spam'))
    .$if(assignee === 'me', (query) => query.where('assignee_id', '=', handlerId))
    .$if(assignee === 'nobody', (query) => query.where('assignee_id', 'is', null))
    .$if(about !== '', (query) => query.where('owner.username_key', '=', usernameKey(about)))
    .$call((query) =>
      keysetPage(
        query,
        byPriority
          ? ['reports.priority', 'reports.created', 'reports.id']
          : ['reports.created', 'reports.id'],
        {
          after: after && [...(byPriority ? [after.priority] : []), after.created, after.id],
          direction: sort === 'newest' ? 'desc' : 'asc',
          limit,
        },
      ),
    )
    .execute()
}

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number]

/** Counts the open reports, without those about the handler. */
export async function countWaiting(db: Db, handlerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('closed', 'is', null)
    .where((eb) => eb.or([eb('subject_user_id', 'is', null), eb('subject_user_id', '<>', handlerId)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}
