import type { Assets, Burn, LedgerEvent, Mint, Transaction } from '../../contract.ts'
import { isFee, microMax } from './values/amount.ts'
import { Decimal } from './values/json.ts'

/** A requested event, which has no Id, Time and Key yet. */
export type Proposal = Unrecorded<Transaction> | Unrecorded<Mint> | Unrecorded<Burn>
type Unrecorded<E> = E extends LedgerEvent ? Omit<E, 'Id' | 'Time' | 'Key'> : never

export type EventType = LedgerEvent['Type']

/** An input with a wrong shape or type. The message names the fault. */
export class Malformed extends Error {}

const assetKey = /^(?:asset|group|place)-[!-~]{1,128}$/

/** Matches decimals beyond the sixth, even if a double loses them. */
const beyondSixDecimals = /\.\d{6}0*[1-9]/

type Fields = { readonly [name: string]: unknown }

/**
 * Reads the body of an event from a value parsed by `parseExact`. Absent fields become empty text or 0, since the rules have
 * their own messages for them. Unknown fields are ignored.
 *
 * @throws Malformed
 */
export function readProposal(type: EventType, value: unknown): Proposal {
  const fields = fieldsOf(value)
  const Amount = amount(fields)
  const Note = text(fields, 'Note')
  if (type === 'Mint') return { Type: type, To: text(fields, 'To'), Amount, Note }
  const From = text(fields, 'From')
  const Link = text(fields, 'Link')
  const Returns = assets(fields)
  const optional = {
    ...(Link !== '' && { Link }),
    ...(Returns !== undefined && { Returns }),
  }
  if (type === 'Burn') return { Type: type, From, Amount, Note, ...optional }
  const Fee = fee(fields)
  return {
    Type: type,
    From,
    To: text(fields, 'To'),
    Amount,
    Note,
    ...optional,
    ...(Fee !== undefined && { Fee }),
  }
}

/**
 * Reads the event of a ledger line.
 *
 * @throws Malformed
 */
export function readEvent(type: EventType, value: unknown): LedgerEvent {
  const fields = fieldsOf(value)
  const Key = text(fields, 'Key')
  return {
    ...readProposal(type, value),
    Id: text(fields, 'Id'),
    Time: time(fields),
    ...(Key !== '' && { Key }),
  }
}

function fieldsOf(value: unknown): Fields {
  if (!isObject(value)) throw new Malformed('body must be a JSON object')
  return value
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal)
}

function text(fields: Fields, name: string): string {
  const value = fields[name]
  if (value === undefined) return ''
  if (typeof value !== 'string') throw new Malformed(`${name} must be a string`)
  return value
}

function amount(fields: Fields): bigint {
  const value = fields.Amount
  if (value === undefined) return 0n
  const quantity = uint64(value)
  if (quantity === undefined) throw new Malformed(`Amount must be an integer from 0 to ${microMax}`)
  return quantity
}

function time(fields: Fields): number {
  const value = fields.Time ?? 0
  if (typeof value !== 'number') throw new Malformed('Time must be an integer of milliseconds')
  return value
}

function fee(fields: Fields): number | undefined {
  const value = fields.Fee
  if (value === undefined) return undefined
  const fraction = value instanceof Decimal ? value.value : value
  const isBlurred = value instanceof Decimal && beyondSixDecimals.test(value.source)
  if (typeof fraction !== 'number' || !isFee(fraction) || isBlurred) {
    throw new Malformed('Fee must be at least 0 and below 1, with at most six decimals')
  }
  // Normalizes minus zero.
  return fraction === 0 ? 0 : fraction
}

/** Compatible services write `null` for no Returns. An empty object means the same. */
function assets(fields: Fields): Assets | undefined {
  const value = fields.Returns ?? {}
  if (!isObject(value)) throw new Malformed('Returns must be an object of asset keys and quantities')
  const returns: Assets = {}
  let some = false
  for (const [key, entry] of Object.entries(value)) {
    if (!assetKey.test(key)) {
      throw new Malformed(`Returns must have keys like asset-1, not ${JSON.stringify(key)}`)
    }
    const quantity = uint64(entry)
    if (quantity === undefined || quantity === 0n) {
      throw new Malformed(`the quantity of ${key} must be an integer from 1 to ${microMax}`)
    }
    returns[key] = quantity
    some = true
  }
  return some ? returns : undefined
}

/** Numbers from `parseExact` are exact and not negative. */
function uint64(value: unknown): bigint | undefined {
  if (typeof value === 'number') return BigInt(value)
  return typeof value === 'bigint' && value <= microMax ? value : undefined
}
