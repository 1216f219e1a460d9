import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { lastMark } from '@baseplate/economy/marks'
import {
  EconomyFault,
  exportLedger,
  type LedgerSummary,
  summarizeLedger,
} from '@baseplate/economy/read-ledger'
import { copyLedger, importLedger } from '@baseplate/economy/transfer'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/service/cannot-start'
import { inUnits } from '../amount.ts'
import { ledgerName } from '../backup/format.ts'
import { openLedgerFile } from '../ledger-file.ts'
import { print } from '../print.ts'
import { percent, showProgress } from '../progress.ts'
import { ledgerCopyName } from './economy.ts'

/** `baseplate ledger verify`. @throws CannotStart when the ledger is invalid or cannot be read */
export async function verifyLedger(config: Config, file?: string): Promise<void> {
  const isFetched = file === undefined && config.economy.ledgerUrl !== undefined
  await withLedger(config, file, async (path, onProgress) =>
    verdictOf(isFetched ? 'The ledger in PostgreSQL' : path, await summarizeLedger(path, onProgress)),
  )
}

/**
 * `baseplate ledger stats`.
 *
 * @param top maximum number of accounts; all by default
 * @throws CannotStart as `verifyLedger`
 */
export async function printLedgerStats(config: Config, file?: string, top?: number): Promise<void> {
  await withLedger(config, file, async (path, onProgress) => {
    const summary = await summarizeLedger(path, onProgress)
    return statsOf(summary, top ?? summary.accounts)
  })
}

/** `baseplate ledger export`. @throws CannotStart as `verifyLedger` */
export async function writeLedgerEvents(
  config: Config,
  file: string | undefined,
  format: 'csv' | 'jsonl' | 'lines',
): Promise<void> {
  await withLedger(config, file, async (path, onProgress) => {
    if (format === 'lines') await printLines(path)
    else await exportLedger(path, format, print, onProgress)
    return ''
  })
}

interface TransferFlags {
  /** By default the file of the data directory. */
  file?: string
  follow?: boolean
}

/**
 * `baseplate ledger import`: copies a ledger file into PostgreSQL.
 *
 * @throws CannotStart when the file is invalid, `LEDGER_URL` is not set, or PostgreSQL has other events
 */
export async function importLedgerFile(config: Config, flags: TransferFlags): Promise<void> {
  await transferred(config, flags, async (options) => {
    const bytes = await importLedger(join(config.dataDirectory, ledgerCopyName), options)
    return `${bytes} bytes of ${options.path} are now in PostgreSQL, and everything before them was there.\n`
  })
}

/**
 * `baseplate ledger copy`: copies the ledger in PostgreSQL to a file on which the service can start.
 *
 * @throws CannotStart when `LEDGER_URL` is not set, or the file has other events
 */
export async function copyLedgerToFile(config: Config, flags: TransferFlags): Promise<void> {
  await transferred(config, flags, async (options) => {
    const bytes = await copyLedger(options)
    return `${bytes} bytes of the ledger are now in ${options.path}, and everything before them was there.\n`
  })
}

async function transferred(
  { economy, dataDirectory }: Config,
  { file, follow = false }: TransferFlags,
  transfer: (options: Parameters<typeof copyLedger>[0]) => Promise<string>,
): Promise<void> {
  const { ledgerUrl, ledgerAlone = false } = economy
  if (ledgerUrl === undefined)
    throw new CannotStart('Set LEDGER_URL to the PostgreSQL server for the ledger.')
  await withProgress((onProgress) =>
    transfer({
      url: ledgerUrl,
      path: file ?? join(dataDirectory, ledgerName),
      mayBeAlone: ledgerAlone,
      follow,
      onProgress,
      onCaughtUp: () => process.stderr.write('Everything is copied so far. Stop the economy service now.\n'),
    }),
  )
}

/** Reads a ledger, by default that of the product, and prints what `read` returns. */
async function withLedger(
  config: Config,
  file: string | undefined,
  read: (path: string, onProgress: OnProgress) => Promise<string>,
): Promise<void> {
  await withProgress(async (onProgress) => {
    if (file !== undefined) return read(file, onProgress)
    const ledger = await openLedgerFile(config)
    try {
      return await read(ledger.path, onProgress)
    } finally {
      await ledger.close()
    }
  })
}

type OnProgress = (done: number, all: number) => void

/** Shows the progress of work, and prints what it returns. */
async function withProgress(work: (onProgress: OnProgress) => Promise<string>): Promise<void> {
  const progress = showProgress()
  try {
    const text = await work((done, all) => progress.show(percent(done, all)))
    progress.end()
    await print(text)
  } catch (error) {
    throw error instanceof EconomyFault ? new CannotStart(error.message) : error
  } finally {
    progress.end()
  }
}

/** Prints the ledger byte for byte, up to its last whole line. */
async function printLines(path: string): Promise<void> {
  const end = await lastMark(path)
  if (!end) return
  for await (const chunk of createReadStream(path, { end: end - 1 })) await print(chunk)
}

function verdictOf(name: string, { events, bytes, tailBytes }: LedgerSummary): string {
  const tail =
    tailBytes === 0
      ? ''
      : `${tailBytes} bytes follow the last whole line: an event that is just being written, or was never finished.\n`
  return `${name} is valid: ${events} events in ${bytes} bytes.\n${tail}`
}

function statsOf(summary: LedgerSummary, top: number): string {
  const { events, transactions, mints, burns, minted, burned, fees, supply, accounts } = summary
  const rows = [
    ['events', `${events} (${transactions} transactions, ${mints} mints, ${burns} burns)`],
    ['minted', inUnits(minted)],
    ['burned', `${inUnits(burned)}, of which fees ${inUnits(fees)}`],
    ['in circulation', inUnits(supply)],
    ['accounts', String(accounts)],
  ]
  const largest = [...summary.balances()]
    .sort((one, other) => (one.balance < other.balance ? 1 : one.balance > other.balance ? -1 : 0))
    .slice(0, top)
  const lines = [
    ...rows.map(([name = '', value]) => `${name.padEnd(16)}${value}`),
    '',
    ...largest.map(({ user, balance }) => `${inUnits(balance).padStart(29)}  ${user}`),
  ]
  return `${lines.join('\n')}\n`
}
