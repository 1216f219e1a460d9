import type { FileHandle } from 'node:fs/promises'
import type { LedgerEvent } from '../../contract.ts'
import type { Accounts } from './accounts.ts'
import { Malformed } from './event.ts'
import { EconomyFault } from './fault.ts'
import type { History } from './history.ts'
import { decodeLine } from './line.ts'
import { contradiction, partiesFault } from './rules.ts'

const CHUNK_BYTES = 1 << 20
const NEWLINE = 0x0a

/** What follows the last newline of a ledger: a line that was never finished, or zeros of a file system. */
export interface TornTail {
  /** Where it begins, in bytes: the size that the ledger should have. */
  offset: number
  bytes: Buffer
}

/**
 * Rebuilds accounts and history from the lines of a ledger. Reads only; a line counts once its newline is there.
 *
 * @throws EconomyFault `invalid ledger: line N: …` when a line is damaged or contradicts the ones before it
 */
export async function replay(file: FileHandle, accounts: Accounts, history: History): Promise<TornTail> {
  let offset = 0
  let number = 0
  let rest: Buffer[] = []
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return { offset, bytes: Buffer.concat(rest) }
    position += bytesRead
    let start = 0
    for (;;) {
      const end = chunk.subarray(0, bytesRead).indexOf(NEWLINE, start)
      if (end === -1) break
      const piece = chunk.subarray(start, end)
      const line = rest.length === 0 ? piece : Buffer.concat([...rest, piece])
      rest = []
      number++
      replayLine(line, number, accounts, history)
      offset += line.length + 1
      start = end + 1
    }
    if (start < bytesRead) rest.push(Buffer.from(chunk.subarray(start, bytesRead)))
  }
}

function replayLine(line: Buffer, number: number, accounts: Accounts, history: History): void {
  const event = eventOf(line, number)
  const fault = partiesFault(event) ?? contradiction(accounts, event) ?? repetition(event, history)
  if (fault !== undefined) throw invalid(number, fault)
  accounts.apply(event)
  history.add(event, line.length + 1)
}

function eventOf(line: Buffer, number: number): LedgerEvent {
  try {
    return decodeLine(line)
  } catch (error) {
    if (error instanceof Malformed) throw invalid(number, error.message)
    throw error
  }
}

/** A line that is there twice would move its money twice. Events of other services may have no id. */
function repetition(event: LedgerEvent, history: History): string | undefined {
  if (event.Id !== '' && history.byId(event.Id) !== undefined) return `the Id ${event.Id} was used before`
  if (event.Key !== undefined && history.byKey(event.Key) !== undefined) {
    return `the Key ${event.Key} was used before`
  }
  return undefined
}

function invalid(number: number, fault: string): EconomyFault {
  return new EconomyFault(`invalid ledger: line ${number}: ${fault}`)
}
