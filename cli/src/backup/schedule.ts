import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Db } from '@baseplate/platform/foundation/database'
import type { SharedJobs } from '@baseplate/platform/foundation/shared-jobs'
import { readLastBackup } from '@baseplate/platform/operations/door'
import { hour, minute } from '@baseplate/service/clock'
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
  // Times of this process are of a clock that nobody sets.
  let failedAt: number | undefined
  /** Time of the last backup that this process made. Its record is missing if the database is already of a later version. */
  let madeAt: number | undefined
  const since = (time: number | undefined) =>
    time === undefined ? Number.POSITIVE_INFINITY : performance.now() - time

  const check = async (lost: AbortSignal) => {
    const now = Date.now()
    const last = await readLastBackup(db, now)
    const age = Math.min(last ? now - last.finished : Number.POSITIVE_INFINITY, since(madeAt))
    if (age < Hours * hour || since(failedAt) < retryMs || stopping.signal.aborted) return
    const { failed, output } = await runBackupProcess(AbortSignal.any([stopping.signal, lost]))
    if (!failed) madeAt = performance.now()
    failedAt = failed ? performance.now() : undefined
    if (stopping.signal.aborted) return
    if (failed) log.error({ folder: Folder, problem: output }, 'a scheduled backup failed or found faults')
    else if (output)
      log.warn({ folder: Folder, warnings: output }, 'a scheduled backup was made, with warnings')
    else log.info({ folder: Folder }, 'a scheduled backup was made')
  }
  const job = sharedJobs.start('make backups', checkMs, check)

  return {
    async close() {
      stopping.abort()
      await job.stop()
    },
  }
}

/** Runs one backup. */
async function runBackupProcess(signal: AbortSignal): Promise<{ failed: boolean; output: string }> {
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
    return { failed: code !== 0, output: output.trim() }
  } catch (error) {
    return { failed: true, output: (error as Error).message }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
