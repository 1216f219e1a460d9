import { day, hour, minute } from '@baseplate/service/clock'
import type { Selectable } from 'kysely'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'

type LastBackup = Selectable<Database['backups']>

/** Difference between the clocks of machines that is not a fault. */
export const clockTolerance = minute

/**
 * Returns the last complete backup; undefined if none is known. A restored database has none after its archive was made. A backup
 * of the future was made while a clock was wrong. It counts for nothing, because nobody knows how old it is.
 */
export const readLastBackup = (db: Db, now: number): Promise<LastBackup | undefined> =>
  db
    .selectFrom('backups')
    .selectAll()
    .where('finished', '<=', now + clockTolerance)
    .orderBy('finished', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function recordBackup(db: Db, backup: LastBackup): Promise<void> {
  await db
    .insertInto('backups')
    .values(backup)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Age at which a backup is overdue without a schedule. Such a platform may be backed up by other means. */
const unscheduledAge = 7 * day

/**
 * Whether a backup is missing.
 *
 * @param since when the platform was set up, which counts until the first backup; Unix milliseconds.
 */
export function isBackupOverdue(
  last: LastBackup | undefined,
  { Backup, since, now }: { Backup: Config['Backup']; since: number; now: number },
): boolean {
  return now - (last?.finished ?? since) > allowedBackupAge(Backup)
}

/** Returns the age beyond which a backup is overdue, in milliseconds. */
export const allowedBackupAge = ({ Folder, Hours }: Config['Backup']): number =>
  Folder === undefined ? unscheduledAge : 2 * Hours * hour
