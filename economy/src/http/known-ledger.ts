import type { IncomingMessage } from 'node:http'
import type { LedgerPart } from '../../contract.ts'
import { Malformed } from '../ledger/event.ts'
import type { Difference } from '../ledger/index/identity.ts'

const form = /^([0-9a-f]{32}) ([1-9]\d{0,15}) ([0-9a-f]{64})$/

/** Returns the ledger that a caller knows, from the header `Known-Ledger`. @throws Malformed */
export function knownLedgerOf({ headers }: IncomingMessage): LedgerPart | undefined {
  const text = headers['known-ledger']
  if (text === undefined) return undefined
  const [, id, height, hash] = (typeof text === 'string' && form.exec(text)) || []
  if (id === undefined || height === undefined || hash === undefined)
    throw new Malformed('invalid Known-Ledger: it must be an id, a height and a hash')
  return { id, height: Number(height), hash }
}

const differences: Readonly<Record<Difference, string>> = {
  empty: 'this ledger is empty, and the caller knows one with events',
  older: 'this ledger is older than the one that the caller knows',
  other: 'this is another ledger than the one that the caller knows',
}

export const messageOf = (difference: Difference): string => differences[difference]
