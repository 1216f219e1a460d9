import { day, hour } from '@baseplate/service/clock'
import type { Config } from '../../foundation/config/schema.ts'
import type { LastBackup } from './queries.ts'

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
