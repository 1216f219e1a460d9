import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { hour, minute } from '@baseplate/platform/foundation/clock'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { SharedJobs } from '@baseplate/platform/foundation/shared-jobs'
import { readLastBackup } from '@baseplate/platform/operations/metrics/last-backup'
import type { Logger } from '@baseplate/service/log'
import type { Running } from '@baseplate/service/serve'
import { newestTime } from './scheduled.ts'

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
  { log, sharedJobs }: { log: Logger; sharedJobs: SharedJobs },
  checkMs = minute,
): Running {
  const { Folder, Hours } = config.Backup
  if (Folder === undefined) return { close: async () => {} }
  const stopping = new AbortController()
  let failedAt: number | undefined

  const check = async (lost: AbortSignal) => {
    const last = await readLastBackup(config.dataDirectory)
    const due = Math.max((last?.finished ?? 0) + Hours * hour, (failedAt ?? 0) + retryMs)
    if (Date.now() < due || stopping.signal.aborted) return
    // A site on another machine may have made it, of which this data directory has no record.
    const newest = await findNewest(Folder)
    if (newest !== undefined && Date.now() < newest + Hours * hour) return
    const problem = await runBackupProcess(AbortSignal.any([stopping.signal, lost]))
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

/** Returns when the newest archive in the folder was begun. A folder that cannot be read fails the backup, which says why. */
async function findNewest(folder: string): Promise<number | undefined> {
  try {
    if (!folder.startsWith('s3://')) return newestTime(await readdir(folder))
    const { newestStored } = await import('./stored-archive.ts')
    return await newestStored(folder)
  } catch {
    return undefined
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
