import type { LedgerEvent } from '@baseplate/economy/contract'
import { hour } from '../../foundation/clock.ts'
import { microPerUnit } from '../../foundation/money.ts'

/** What is minted at once: a slip of the finger is not worth more, and a number holds it exactly. */
export const mintMax = 1_000_000_000 * microPerUnit

export const noteLength = 200

/** What was noted for longer than that is not confirmed any more: who comes back to it no longer knows what was so then. */
export const confirmableFor = hour

/** The subject of a mint's payments. */
export const subjectOf = (mintId: string) => `mint:${mintId}`

/** The accounts of an event; null: nobody, as what is minted comes from nowhere, and what is burned goes there. */
export const accountsOf = (event: LedgerEvent): { from: string | null; to: string | null } => ({
  from: event.Type === 'Mint' ? null : event.From,
  to: event.Type === 'Burn' ? null : event.To,
})

/** As the ledger has it (decisions, section 8): 1 to 128 bytes, no white space or control characters. */
export const isAccount = (text: string): boolean =>
  /^[^\s\p{Cc}]+$/u.test(text) && new TextEncoder().encode(text).length <= 128
