import { expect, test } from 'vitest'
import type { Proposal } from './event.ts'
import { contradiction, type View } from './rules.ts'
import { microMax } from './values/amount.ts'

/** The sender holds as much of each asset as is allowed. */
const view: View = {
  supply: 100n,
  balance: () => 100n,
  holding: (user) => (user === 'sender' ? microMax : 1n),
  lastStipend: () => 0,
}

test.each<Proposal>([
  { Type: 'Transaction', From: 'sender', To: 'recipient', Amount: 1n, Note: 'n', Returns: { hat: 1n } },
  { Type: 'Burn', From: 'sender', Amount: 1n, Note: 'n', Link: 'l', Returns: { hat: 1n } },
])('refuses an asset above the maximum in a $Type', (proposal) => {
  expect(contradiction(view, proposal)).toBe('asset quantity would exceed the maximum')
  expect(contradiction({ ...view, holding: () => microMax - 1n }, proposal)).toBeUndefined()
})
