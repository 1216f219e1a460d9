import type { LedgerEvent } from '@baseplate/economy/contract'
import { hour } from '@baseplate/service/clock'
import { microPerUnit } from '../../foundation/money.ts'

/** Maximum amount of one mint, in micro-units. It bounds a typing error, and a JavaScript number holds it exactly. */
export const mintMax = 1_000_000_000 * microPerUnit

export const noteLength = 200

/** Time within which a prepared mint can be confirmed. Later, the administrator should look at the numbers again. */
export const confirmableFor = hour

/** The subject of a mint's payments. */
export const subjectOf = (mintId: string) => `mint:${mintId}`

/** Returns the accounts of an event. A mint has no `from` and a burn no `to`. */
export const accountsOf = (event: LedgerEvent): { from: string | null; to: string | null } => ({
  from: event.Type === 'Mint' ? null : event.From,
  to: event.Type === 'Burn' ? null : event.To,
})

/** Whether a text can name an account: 1 to 128 bytes without white space and control characters. */
export const isAccount = (text: string): boolean =>
  /^[^\s\p{Cc}]+$/u.test(text) && new TextEncoder().encode(text).length <= 128
