import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  EconomyFault,
  exportLedger,
  formatUnits,
  type LedgerSummary,
  summarizeLedger,
} from '@baseplate/economy/tools'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { print, ReaderGone } from './print.ts'
import { percent, showProgress } from './progress.ts'

const usage = `baseplate ledger verify | stats | export [--file <path>]

  verify                       recomputes the ledger as a start does, and says whether it is valid
  stats [--top 20 | --all]     the same, and prints its totals and the largest accounts, or all
  export [--format csv|jsonl]  writes every event to standard output, oldest first

They only read, so the economy service may be running. Without --file it is the ledger of the data directory.
`

/**
 * The tools for a ledger file (docs/operating/ledger.md).
 *
 * @throws CannotStart when the ledger is invalid or cannot be read, or the arguments are not understood
 */
export async function runLedger(args: string[], config: Config): Promise<void> {
  const { positionals, values } = parsed(args)
  const path = values.file ?? join(config.dataDirectory, 'economy', 'ledger')
  const progress = showProgress()
  const onProgress = (done: number, all: number) => progress.show(percent(done, all))
  try {
    switch (positionals[0]) {
      case 'verify':
        await printResult(verdictOf(path, await summarizeLedger(path, onProgress)), progress.end)
        break
      case 'stats': {
        const summary = await summarizeLedger(path, onProgress)
        const top = values.all ? summary.accounts : Number(values.top)
        await printResult(statsOf(summary, top), progress.end)
        break
      }
      case 'export':
        await exportLedger(path, values.format === 'csv' ? 'csv' : 'jsonl', print, onProgress)
        break
    }
  } catch (error) {
    if (error instanceof ReaderGone) return
    throw error instanceof EconomyFault ? new CannotStart(error.message) : error
  } finally {
    progress.end()
  }
}

function parsed(args: string[]) {
  const found = tryParse(args)
  const known =
    found !== undefined &&
    found.positionals.length === 1 &&
    ['verify', 'stats', 'export'].includes(found.positionals[0] ?? '') &&
    ['csv', 'jsonl'].includes(found.values.format) &&
    /^\d+$/.test(found.values.top)
  if (!known) throw new CannotStart(usage.trimEnd())
  return found
}

function tryParse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        file: { type: 'string' },
        format: { type: 'string', default: 'jsonl' },
        top: { type: 'string', default: '20' },
        all: { type: 'boolean', default: false },
      },
    })
  } catch {
    return undefined
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

async function printResult(text: string, endProgress: () => void): Promise<void> {
  endProgress()
  await print(text)
}
