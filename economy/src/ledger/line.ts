import { isUtf8 } from 'node:buffer'
import type { Assets, LedgerEvent } from '../../contract.ts'
import { type EventType, Malformed, type Proposal, readEvent } from './event.ts'
import { parseExact } from './values/json.ts'

/** Returns the ledger line of an event with its newline: type, space, JSON. */
export function encodeLine(event: LedgerEvent): string {
  return `${event.Type} {"Id":${JSON.stringify(event.Id)},"Time":${event.Time},${contentOf(event)}${keyOf(event)}}\n`
}

/** Returns the JSON of an event for responses, which includes Type. A Transaction always has a Fee there. */
export function encodeAnswer(event: LedgerEvent): string {
  const fee = event.Type === 'Transaction' && event.Fee === undefined ? ',"Fee":0' : ''
  return `{"Type":"${event.Type}","Id":${JSON.stringify(event.Id)},"Time":${event.Time},${contentOf(event)}${fee}${keyOf(event)}}`
}

/**
 * Decodes a ledger line without its newline.
 *
 * @throws Malformed if the line is damaged
 */
export function decodeLine(line: Buffer): LedgerEvent {
  if (!isUtf8(line)) throw new Malformed('not UTF-8')
  const text = line.toString()
  const space = text.indexOf(' ')
  const type = text.slice(0, Math.max(space, 0))
  if (!isEventType(type)) throw new Malformed('does not begin with Transaction, Mint or Burn')
  return readEvent(type, parseLine(text.slice(space + 1)))
}

/** Whether two events are equal apart from Id, Time and Key. */
export function sameContent(one: Proposal, other: Proposal): boolean {
  return one.Type === other.Type && contentOf(canonical(one)) === contentOf(canonical(other))
}

/** Returns the content with sorted assets and without a fee of 0. */
function canonical(proposal: Proposal): Proposal {
  if (proposal.Type === 'Mint') return proposal
  const { Returns, ...rest } = proposal
  const sorted = Returns && Object.fromEntries(Object.entries(Returns).sort(([a], [b]) => (a < b ? -1 : 1)))
  const same = sorted ? { ...rest, Returns: sorted } : rest
  if (same.Type !== 'Transaction' || same.Fee !== 0) return same
  const { Fee: _nothing, ...free } = same
  return free
}

/** Not `JSON.stringify`, which is slower and does not support bigint. */
function contentOf(event: Proposal): string {
  const tail = `"Amount":${event.Amount},"Note":${JSON.stringify(event.Note)}`
  if (event.Type === 'Mint') return `"To":${JSON.stringify(event.To)},${tail}`
  const link = event.Link === undefined ? '' : `,"Link":${JSON.stringify(event.Link)}`
  const returns = event.Returns === undefined ? '' : `,"Returns":${encodeAssets(event.Returns)}`
  const from = `"From":${JSON.stringify(event.From)},`
  if (event.Type === 'Burn') return `${from}${tail}${link}${returns}`
  const fee = event.Fee === undefined ? '' : `,"Fee":${event.Fee}`
  return `${from}"To":${JSON.stringify(event.To)},${tail}${link}${returns}${fee}`
}

function encodeAssets(assets: Assets): string {
  return `{${Object.entries(assets).map(([key, quantity]) => `${JSON.stringify(key)}:${quantity}`)}}`
}

function keyOf(event: LedgerEvent): string {
  return event.Key === undefined ? '' : `,"Key":${JSON.stringify(event.Key)}`
}

function isEventType(type: string): type is EventType {
  return type === 'Transaction' || type === 'Mint' || type === 'Burn'
}

function parseLine(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    throw new Malformed('not JSON')
  }
}
