import { type FileHandle, open } from 'node:fs/promises'
import type { LedgerEvent } from '../contract.ts'
import { EconomyFault, systemFault } from './fault.ts'
import { Malformed } from './ledger/event.ts'
import { readWholeLines } from './ledger/file/whole-lines.ts'
import type { Book, Totals } from './ledger/index/book.ts'
import { historyFile } from './ledger/index/history.ts'
import { decodeLine, encodeAnswer } from './ledger/line.ts'
import { rebuild } from './ledger/replay/rebuild.ts'
import { formatUnits } from './ledger/values/amount.ts'

export { EconomyFault, formatUnits }

const newline = 0x0a

/** Receives the progress of reading a ledger. */
type OnProgress = (bytesRead: number, bytes: number) => void

/** Totals of a ledger. Amounts are in micro-units. */
export interface LedgerSummary extends Totals {
  events: number
  bytes: number
  /** The sum of all balances. */
  supply: bigint
  /** Number of accounts. */
  accounts: number
  /** Bytes after the last complete line: a line being written at this moment, or a torn one. */
  tailBytes: number
  /** Accounts with their balances, in the order of their first events. */
  balances: () => Iterable<{ user: string; balance: bigint }>
}

/**
 * Replays a ledger file as strictly as the service does at start. Read-only, so it is safe while the service runs.
 *
 * @throws EconomyFault if the ledger is invalid or cannot be read
 */
export function summarizeLedger(path: string, onProgress: OnProgress): Promise<LedgerSummary> {
  return reading(path, async (file, bytes) => {
    const { book, tail } = await rebuild(historyFile(file), path, {
      fromSnapshot: false,
      onProgress: (bytesRead) => onProgress(bytesRead, bytes),
    })
    const { accounts, history } = book
    const supply = sumOf(book)
    // The supply and the balances are tracked separately, so this checks one against the other.
    if (supply !== accounts.supply) {
      throw new EconomyFault(`invalid ledger: the balances are ${supply}, the supply is ${accounts.supply}`)
    }
    return {
      ...book.totals,
      events: history.length,
      bytes: history.bytes,
      supply,
      accounts: accounts.count,
      tailBytes: tail.bytes.length,
      balances: () => balancesOf(book),
    }
  })
}

/**
 * Exports the events of a ledger in batches, oldest first. The format is CSV with a header, or one JSON object per line as in the
 * API. Does not check the events against the rules.
 *
 * @throws EconomyFault if a line is damaged or the file cannot be read
 */
export async function exportLedger(
  path: string,
  format: 'csv' | 'jsonl',
  write: (text: string) => Promise<void>,
  onProgress: OnProgress,
): Promise<void> {
  const encode = format === 'csv' ? csvLine : encodeAnswer
  const end = format === 'csv' ? '\r\n' : '\n'
  let heading = format === 'csv' ? `${csvFields.join(',')}${end}` : ''
  await readEvents(
    path,
    async (events) => {
      await write(`${heading}${events.map((event) => `${encode(event)}${end}`).join('')}`)
      heading = ''
    },
    onProgress,
  )
  if (heading !== '') await write(heading)
}

/**
 * Reads the events of a ledger in batches, oldest first. Does not check them against the rules.
 *
 * @throws EconomyFault if a line is damaged or the file cannot be read
 */
export function readEvents(
  path: string,
  take: (events: LedgerEvent[]) => Promise<void>,
  onProgress: OnProgress,
): Promise<void> {
  return reading(path, async (file, bytes) => {
    let bytesRead = 0
    let number = 0
    await readWholeLines(file, async (lines) => {
      const events: LedgerEvent[] = []
      for (let start = 0; start < lines.length; ) {
        const end = lines.indexOf(newline, start)
        number++
        events.push(decoded(lines.subarray(start, end), number))
        start = end + 1
      }
      await take(events)
      bytesRead += lines.length
      onProgress(bytesRead, bytes)
    })
  })
}

const csvFields = [
  'Type',
  'Id',
  'Time',
  'From',
  'To',
  'Amount',
  'Note',
  'Link',
  'Returns',
  'Fee',
  'Key',
] as const

/** Returns a CSV line (RFC 4180). Amounts are exact micro-units, although a spreadsheet may round them. */
function csvLine(event: LedgerEvent): string {
  const fields: Partial<Record<(typeof csvFields)[number], unknown>> = { ...event }
  if (event.Type !== 'Mint' && event.Returns !== undefined) {
    fields.Returns = Object.entries(event.Returns)
      .map(([asset, quantity]) => `${asset}:${quantity}`)
      .join(' ')
  }
  if (event.Type === 'Transaction') fields.Fee = event.Fee ?? 0
  return csvFields.map((name) => csvField(String(fields[name] ?? ''))).join(',')
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function decoded(line: Buffer, number: number): LedgerEvent {
  try {
    return decodeLine(line)
  } catch (error) {
    throw error instanceof Malformed
      ? new EconomyFault(`invalid ledger: line ${number}: ${error.message}`)
      : error
  }
}

function* balancesOf({ accounts }: Book): Generator<{ user: string; balance: bigint }> {
  for (let account = 0; account < accounts.count; account++) {
    yield { user: accounts.userOf(account), balance: accounts.balanceOf(account) }
  }
}

function sumOf({ accounts }: Book): bigint {
  let sum = 0n
  for (let account = 0; account < accounts.count; account++) sum += accounts.balanceOf(account)
  return sum
}

async function reading<T>(path: string, read: (file: FileHandle, bytes: number) => Promise<T>): Promise<T> {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    throw systemFault(`cannot read the ledger ${path}`, error)
  }
  try {
    return await read(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}
