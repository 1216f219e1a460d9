import { join } from 'node:path'
import {
  EconomyFault,
  exportLedger,
  formatUnits,
  type LedgerSummary,
  summarizeLedger,
} from '@baseplate/economy/tools'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
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
  format: 'csv' | 'jsonl',
): Promise<void> {
  await withLedger(config, file, async (path, onProgress) => {
    await exportLedger(path, format, print, onProgress)
    return ''
  })
}

/** Reads a ledger, by default that of the data directory, and prints what `read` returns. */
async function withLedger(
  config: Config,
  file: string | undefined,
  read: (path: string, onProgress: (done: number, all: number) => void) => Promise<string>,
): Promise<void> {
  const progress = showProgress()
  try {
    const path = file ?? join(config.dataDirectory, 'economy', 'ledger')
    const text = await read(path, (done, all) => progress.show(percent(done, all)))
    progress.end()
    await print(text)
  } catch (error) {
    throw error instanceof EconomyFault ? new CannotStart(error.message) : error
  } finally {
    progress.end()
  }
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
