import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Db } from '@baseplate/platform/database'
import { hour, minute } from '@baseplate/platform/foundation/clock'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { SharedJobs } from '@baseplate/platform/foundation/shared-jobs'
import { readLastBackup } from '@baseplate/platform/operations/metrics/last-backup'
import type { Logger } from '@baseplate/service/log'
import type { Running } from '@baseplate/service/serve'

/** Delay after a failed backup. */
const retryMs = hour

/** Characters of a failed backup's output that are logged. */
const loggedLength = 2_000

/**
 * Makes backups on the configured schedule, in one of the processes that share a database. Each runs in a process of its own, so
 * that hashing gigabytes does not hold up the site.
 *
 * @param checkMs interval between checks of the schedule
 */
export function startBackupSchedule(
  config: Config,
  { db, log, sharedJobs }: { db: Db; log: Logger; sharedJobs: SharedJobs },
  checkMs = minute,
): Running {
  const { Folder, Hours } = config.Backup
  if (Folder === undefined) return { close: async () => {} }
  const stopping = new AbortController()
  let failedAt: number | undefined
  /** Time of the last backup that this process made. Its record is missing if the database is already of a later version. */
  let madeAt = 0

  const check = async (lost: AbortSignal) => {
    const last = await readLastBackup(db)
    const made = Math.max(last?.finished ?? 0, madeAt)
    const due = Math.max(made + Hours * hour, (failedAt ?? 0) + retryMs)
    if (Date.now() < due || stopping.signal.aborted) return
    const problem = await runBackupProcess(AbortSignal.any([stopping.signal, lost]))
    if (problem === undefined) madeAt = Date.now()
    failedAt = problem === undefined ? undefined : Date.now()
    if (stopping.signal.aborted) return
    if (problem === undefined) log.info({ folder: Folder }, 'a scheduled backup was made')
    else log.error({ folder: Folder, problem }, 'a scheduled backup failed or found faults')
  }
  const job = sharedJobs.start('make backups', checkMs, check)

  return {
    async close() {
      stopping.abort()
      await job.stop()
    },
  }
}

/** Runs one backup. Returns the output of the process when it failed, otherwise undefined. */
async function runBackupProcess(signal: AbortSignal): Promise<string | undefined> {
  const main = resolve(import.meta.dirname, '../main.mjs')
  const child = spawn(process.execPath, [main, 'backup', '--scheduled'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-loggedLength)
  })
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code === 0 ? undefined : output.trim()
  } catch (error) {
    return (error as Error).message
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
