import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import {
  changeWaitingExport,
  type ExportRow,
  findDueExport,
  listExports,
  type SecurityNotices,
} from '../../accounts/door.ts'
import {
  exportLifetime,
  exportName,
  exportRetryDelay,
  maxExportAttempts,
} from '../../accounts/exports/rules.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Job } from '../../foundation/jobs.ts'
import type { SharedJobs } from '../../foundation/shared-jobs.ts'
import { entriesOf, type Reading } from './entries.ts'
import { zip } from './zip.ts'

export interface Exporting extends Reading {
  now: Clock
  log: Logger
  branding: Pick<BrandingReader, 'read'>
  securityNotices: SecurityNotices
}

/** Starts the job that makes exports. A stop ends the attempt in progress, and the next process starts over. */
export function startExports(platform: Exporting & { sharedJobs: SharedJobs }): Job {
  const closing = new AbortController()
  const job = platform.sharedJobs.start('make exports', 5 * second, (lost) =>
    makeExports(platform, AbortSignal.any([lost, closing.signal])),
  )
  return {
    runNow: job.runNow,
    stop() {
      closing.abort()
      return job.stop()
    },
  }
}

/** Makes all exports that are due, one after the other. */
export async function makeExports(platform: Exporting, ended: AbortSignal): Promise<void> {
  for (;;) {
    const next = ended.aborted ? undefined : await findDueExport(platform.db, platform.now())
    if (!next) return
    await attempt(platform, next, ended)
  }
}

/** Makes an export once. Its file gets its name when it is complete, so an attempt that was killed leaves nothing. */
async function attempt(platform: Exporting, row: ExportRow, ended: AbortSignal): Promise<void> {
  const { db, now, log } = platform
  const attempts = row.attempts + 1
  // The attempt is counted before it begins, so that an export that crashes its process is given up after some attempts.
  if (!(await changeWaitingExport(db, row.id, { attempts, progress: 0 }))) return
  if (attempts > maxExportAttempts) {
    await giveUp(platform, row)
    return
  }
  try {
    const { size } = await platform.files.write(
      exportName(row.id),
      contentOf(platform, row, ended),
      Number.MAX_SAFE_INTEGER,
    )
    await publish(platform, row, size)
  } catch (error) {
    if (ended.aborted) {
      await changeWaitingExport(db, row.id, { attempts: row.attempts })
      return
    }
    const due = now() + exportRetryDelay(attempts)
    const isLast = attempts === maxExportAttempts
    const isWanted = isLast ? await giveUp(platform, row) : await changeWaitingExport(db, row.id, { due })
    const { message } = error as Error
    if (isWanted) log.error({ export: row.id, attempts, error: message }, 'an export could not be made')
  }
}

/** Yields the bytes of the archive until the attempt has to end. */
async function* contentOf(
  platform: Exporting,
  { id, user_id: userId, language }: ExportRow,
  ended: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const started = platform.now()
  let shown = 0
  const entries = entriesOf(platform, {
    userId,
    language,
    site: await platform.branding.read(),
    started,
    async onProgress(share) {
      const percent = Math.floor(share * 100)
      if (percent === shown) return
      shown = percent
      if (!(await changeWaitingExport(platform.db, id, { progress: percent })))
        throw new Error('the export was withdrawn')
    },
  })
  for await (const chunk of zip(entries, new Date(started))) {
    ended.throwIfAborted()
    yield chunk
  }
}

/** Lets the owner download a file that is complete. */
async function publish({ db, files, now, securityNotices }: Exporting, row: ExportRow, size: number) {
  const isPublished = await securityNotices.transaction(row.user_id, async (trx, tell) => {
    const ready = { state: 'ready', size, progress: 100, due: now() + exportLifetime } as const
    const isWanted = await changeWaitingExport(trx, row.id, ready)
    if (isWanted) tell({ event: 'export_ready', values: {} })
    return isWanted
  })
  if (isPublished) return
  // Its owner may have deleted or secured the account meanwhile, and another process may have published its own file.
  await files.removeUnless(exportName(row.id), async () => (await listExports(db, [row.id])).length > 0)
}

/** Ends an export without a file. Returns false when it was withdrawn. */
const giveUp = ({ now, securityNotices }: Exporting, row: ExportRow) =>
  securityNotices.transaction(row.user_id, async (trx, tell) => {
    const due = now() + exportLifetime
    const isWanted = await changeWaitingExport(trx, row.id, { state: 'failed', due })
    if (isWanted) tell({ event: 'export_failed', values: {} })
    return isWanted
  })
