import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { lastMark } from '@baseplate/economy/marks'
import {
  EconomyFault,
  exportLedger,
  formatUnits,
  type LedgerSummary,
  summarizeLedger,
} from '@baseplate/economy/tools'
import { importLedger } from '@baseplate/economy/transfer'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { ledgerName } from '../backup/format.ts'
import { type LedgerFile, openLedgerFile } from '../ledger-file.ts'
import { print } from '../print.ts'
import { percent, showProgress } from '../progress.ts'

/** `baseplate ledger verify`. @throws CannotStart when the ledger is invalid or cannot be read */
export async function verifyLedger(config: Config, file?: string): Promise<void> {
  await withLedger(config, file, async (path, onProgress) =>
    verdictOf(path, await summarizeLedger(path, onProgress)),
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

/**
 * `baseplate ledger import`: copies a ledger file into PostgreSQL.
 *
 * @param file by default that of the data directory
 * @throws CannotStart when the file is invalid, `LEDGER_URL` is not set, or PostgreSQL has other events
 */
export async function importLedgerFile(config: Config, file?: string): Promise<void> {
  const { ledgerUrl, ledgerAlone = false } = config.economy
  if (ledgerUrl === undefined)
    throw new CannotStart('Set LEDGER_URL to the PostgreSQL server for the ledger.')
  await withLedger(config, file ?? join(config.dataDirectory, ledgerName), async (path, onProgress) => {
    const bytes = await importLedger(ledgerUrl, path, { mayBeAlone: ledgerAlone, onProgress })
    return `${bytes} bytes of ${path} are now in PostgreSQL, and everything before them was there.\n`
  })
}

/** Reads a ledger, by default that of the product, and prints what `read` returns. */
async function withLedger(
  config: Config,
  file: string | undefined,
  read: (path: string, onProgress: (done: number, all: number) => void) => Promise<string>,
): Promise<void> {
  const progress = showProgress()
  let ledger: LedgerFile | undefined
  try {
    if (file === undefined) ledger = await openLedgerFile(config)
    const path = file ?? ledger?.path ?? ''
    const text = await read(path, (done, all) => progress.show(percent(done, all)))
    progress.end()
    await print(text)
  } catch (error) {
    throw error instanceof EconomyFault ? new CannotStart(error.message) : error
  } finally {
    progress.end()
    await ledger?.close()
  }
}

/** Prints the ledger byte for byte, up to its last whole line. */
async function printLines(path: string): Promise<void> {
  const end = await lastMark(path)
  if (!end) return
  for await (const chunk of createReadStream(path, { end: end - 1 })) await print(chunk)
}

function verdictOf(path: string, { events, bytes, tailBytes }: LedgerSummary): string {
  const tail =
    tailBytes === 0
      ? ''
      : `${tailBytes} bytes follow the last whole line: an event that is just being written, or was never finished.\n`
  return `${path} is valid: ${events} events in ${bytes} bytes.\n${tail}`
}

function statsOf(summary: LedgerSummary, top: number): string {
  const { events, transactions, mints, burns, minted, burned, fees, supply, accounts } = summary
  const rows = [
    ['events', `${events} (${transactions} transactions, ${mints} mints, ${burns} burns)`],
    ['minted', formatUnits(minted)],
    ['burned', `${formatUnits(burned)}, of which fees ${formatUnits(fees)}`],
    ['in circulation', formatUnits(supply)],
    ['accounts', String(accounts)],
  ]
  const largest = [...summary.balances()]
    .sort((one, other) => (one.balance < other.balance ? 1 : one.balance > other.balance ? -1 : 0))
    .slice(0, top)
  const lines = [
    ...rows.map(([name = '', value]) => `${name.padEnd(16)}${value}`),
    '',
    ...largest.map(({ user, balance }) => `${formatUnits(balance).padStart(28)}  ${user}`),
  ]
  return `${lines.join('\n')}\n`
}
