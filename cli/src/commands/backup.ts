import { resolve } from 'node:path'
import { EconomyFault } from '@baseplate/economy/read-ledger'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { recordBackup } from '@baseplate/platform/operations/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type BackedUp, backUp, backUpTo } from '../backup/backup.ts'
import { archiveName, removeOldBackups, scheduledFile } from '../backup/scheduled.ts'
import { backUpToStorage, isStored, removeOldArchives } from '../backup/stored-archive.ts'
import { interruptible } from '../interruptible.ts'
import { print, ReaderGone } from '../print.ts'
import { showProgress } from '../progress.ts'
import { withDatabase } from './database.ts'

/** Maximum number of faults listed. The rest are only counted. */
const listedMax = 20

/**
 * `baseplate backup <file>`: docs/operating/backup.md.
 *
 * @param file `-` is standard output.
 * @throws CannotStart
 */
export async function runBackup(file: string, config: Config): Promise<void> {
  const progress = showProgress()
  const made = await explained((signal) =>
    file === '-'
      ? backUpTo(config, writeToStandardOutput, signal, progress)
      : backUp(config, file, signal, progress),
  )
  await report(file, made, config)
}

/** `baseplate backup --to s3://…`: writes an archive below a prefix of object storage. @throws CannotStart */
export async function runBackupTo(address: string, config: Config): Promise<void> {
  const { made, stored } = await explained((signal) =>
    backUpToStorage(config, address, signal, showProgress()),
  )
  await report(stored, made, config)
}

const explained = <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  interruptible(run).catch((error: unknown) => {
    throw error instanceof EconomyFault ? new CannotStart(error.message) : error
  })

async function report(file: string, made: BackedUp, config: Config): Promise<void> {
  const where = file === '-' || isStored(file) ? file : resolve(file)
  const backup = { finished: Date.now(), file: where, bytes: made.bytes }
  // The archive is complete even if the database is away by now, or of another version.
  await withDatabase(config, (db) => recordBackup(db, backup)).catch((error: Error) => {
    process.stderr.write(`The site does not know of this backup: ${error.message}\n`)
  })
  const summary = `${file}: ${summaryOf(made, config)}\n`
  if (file === '-') process.stderr.write(summary)
  else await print(summary)
  if (made.faults.length > 0) reportFaults(made.faults)
}

/** `baseplate backup --scheduled`: writes into `Backup.Folder` and removes old archives there. */
export async function runScheduledBackup(config: Config): Promise<void> {
  const { Folder = '', Keep } = config.Backup
  if (isStored(Folder)) {
    await runBackupTo(Folder, config)
    await removeOld(() => removeOldArchives(Folder, { isArchive: archiveName, keep: Keep, now: new Date() }))
    return
  }
  await runBackup(await scheduledFile(config, new Date()), config)
  await removeOld(() => removeOldBackups(config, Date.now()))
}

/** Removes old archives. The new one is complete, even if this fails. */
const removeOld = (remove: () => Promise<void>): Promise<void> =>
  remove().catch((error: Error) => {
    process.stderr.write(`Old backups could not be removed: ${error.message}\n`)
  })

/** @throws CannotStart when the reader is gone, since an incomplete archive cannot be restored. */
async function writeToStandardOutput(chunk: Uint8Array): Promise<void> {
  await print(chunk).catch((error: unknown) => {
    throw error instanceof ReaderGone
      ? new CannotStart('The reader of standard output is gone. The archive is incomplete.')
      : error
  })
}

function summaryOf({ about, files, bytes }: BackedUp, { economy }: Config): string {
  const none = economy.elsewhere
    ? 'no ledger (it is elsewhere: back it up there now)'
    : 'no ledger (there is none yet)'
  return `the database, ${about.ledger ? 'the ledger' : none}, ${files} files; ${bytes} bytes.`
}

function reportFaults(faults: readonly string[]): void {
  const listed = faults.slice(0, listedMax).map((fault) => `  ${fault}\n`)
  const more = faults.length > listedMax ? `  and ${faults.length - listedMax} more\n` : ''
  process.stderr.write(
    `The backup is complete, but the platform has faults. \`baseplate verify\` says more:\n${listed.join('')}${more}`,
  )
  process.exitCode = 1
}
