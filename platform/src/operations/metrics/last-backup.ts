import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { day, hour } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'

const backupSchema = z.object({
  /** When it was complete; Unix milliseconds. */
  finished: z.int(),
  /** Path of the archive, or `-` for standard output. */
  file: z.string(),
  bytes: z.int(),
})

type LastBackup = z.output<typeof backupSchema>

/** In the folder of database copies, which backups leave out: a restored platform has not been backed up yet. */
const fileOf = (dataDirectory: string) => join(dataDirectory, 'backups', 'last.json')

/** Returns undefined when no backup is known. */
export async function readLastBackup(dataDirectory: string): Promise<LastBackup | undefined> {
  try {
    return backupSchema.parse(JSON.parse(await readFile(fileOf(dataDirectory), 'utf8')))
  } catch {
    return undefined
  }
}

export async function noteLastBackup(dataDirectory: string, backup: LastBackup): Promise<void> {
  const file = fileOf(dataDirectory)
  await mkdir(join(dataDirectory, 'backups'), { recursive: true, mode: 0o700 })
  const whole = `${file}.${randomUUID()}`
  try {
    await writeFile(whole, `${JSON.stringify(backup)}\n`, { mode: 0o600 })
    await rename(whole, file)
  } finally {
    await rm(whole, { force: true })
  }
}

/** A platform without a schedule may be backed up by other means. After a week without a backup command, say so. */
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
  const allowed = Backup.Folder === undefined ? unscheduledAge : 2 * Backup.Hours * hour
  return now - (last?.finished ?? since) > allowed
}
