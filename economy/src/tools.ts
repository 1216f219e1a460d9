import { type FileHandle, open } from 'node:fs/promises'
import type { LedgerEvent } from '../contract.ts'
import { formatUnits } from './ledger/amount.ts'
import { Book, type Totals } from './ledger/book.ts'
import { Malformed } from './ledger/event.ts'
import { EconomyFault, systemFault } from './ledger/fault.ts'
import { decodeLine, encodeAnswer } from './ledger/line.ts'
import { replay } from './ledger/replay.ts'
import { readWholeLines } from './ledger/whole-lines.ts'

export { EconomyFault, formatUnits }

const NEWLINE = 0x0a

/** Told how far the reading of a ledger has come. */
export type OnProgress = (bytesRead: number, bytes: number) => void

/** What a ledger adds up to. Amounts are in micro-units. */
export interface LedgerSummary extends Totals {
  events: number
  bytes: number
  /** What is in circulation: the sum of all balances. */
  supply: bigint
  /** How many accounts there are. */
  accounts: number
  /** Bytes after the last whole line: a line that is just being written, or one that never was finished. */
  tailBytes: number
  /** Every account and its balance, in the order in which they first appear. */
  balances: () => Iterable<{ user: string; balance: bigint }>
}

/**
 * Recomputes a ledger from its file as a start of the service does, with the same strictness. Only reads, so it may run
 * beside the service.
 *
 * @throws EconomyFault when the ledger is invalid or cannot be read
 */
export function summarizeLedger(path: string, onProgress: OnProgress): Promise<LedgerSummary> {
  return reading(path, async (file, bytes) => {
    const book = new Book(file)
    const tail = await replay(file, book, (bytesRead) => onProgress(bytesRead, bytes))
    const { accounts, history } = book
    const supply = sumOf(book)
    // The supply was kept event by event, the balances each on its own: they are two ways to the same number.
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
 * Hands over the texts of a ledger's events, oldest first, many at once: CSV with a line of names, or a JSON object a
 * line, as the service answers them. Whether the events can have happened is not judged.
 *
 * @throws EconomyFault when a line is damaged or the file cannot be read
 */
export async function exportLedger(
  path: string,
  format: 'csv' | 'jsonl',
  write: (text: string) => Promise<void>,
  onProgress: OnProgress,
): Promise<void> {
  const encode = format === 'csv' ? csvLine : encodeAnswer
  const end = format === 'csv' ? '\r\n' : '\n'
  let heading = format === 'csv' ? `${CSV_FIELDS.join(',')}${end}` : ''
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
 * Hands over a ledger's events, oldest first, many at once. Whether they can have happened is not judged.
 *
 * @throws EconomyFault when a line is damaged or the file cannot be read
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
        const end = lines.indexOf(NEWLINE, start)
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

const CSV_FIELDS = [
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

/** A line of CSV by RFC 4180. Amounts are whole micro-units, exact: a spreadsheet may round them, the file does not. */
function csvLine(event: LedgerEvent): string {
  const fields: Partial<Record<(typeof CSV_FIELDS)[number], unknown>> = { ...event }
  if (event.Type !== 'Mint' && event.Returns !== undefined) {
    fields.Returns = Object.entries(event.Returns)
      .map(([asset, quantity]) => `${asset}:${quantity}`)
      .join(' ')
  }
  if (event.Type === 'Transaction') fields.Fee = event.Fee ?? 0
  return CSV_FIELDS.map((name) => csvField(String(fields[name] ?? ''))).join(',')
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
