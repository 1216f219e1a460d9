import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Economy } from '../ledger/client.ts'
import type { PaymentState } from '../payments/rules.ts'
import { mintIdInput } from './input.ts'
import { permit } from './permit.ts'
import { findMint, findMintPayment } from './queries.ts'
import { confirmableFor } from './rules.ts'

export interface MintView {
  id: string
  username: string
  /** Micro-units. */
  amount: number
  note: string
  /** `prepared`: nobody has confirmed it; `expired`: nor may anybody any more. */
  state: 'prepared' | 'expired' | PaymentState
  /** Why it failed. */
  reason: string | null
  /** Micro-units that all accounts have together; null: the ledger cannot be asked. */
  inCirculation: bigint | null
}

/**
 * What the actor is about to mint, or has minted.
 *
 * @throws Refused `forbidden` below level 5; `missing`: they have prepared no such thing.
 */
export async function viewMint(
  { db, now, economy }: { db: Db; now: Clock; economy: Economy },
  actor: Actor,
  input: unknown,
): Promise<MintView> {
  permit(actor)
  const { id } = parseInput(mintIdInput, input)
  const mint = await findMint(db, id, actor.id)
  if (!mint) throw new Refused('missing', 'There is no such mint')
  const payment = await findMintPayment(db, id)
  const totals = await economy.readTotals()
  return {
    id,
    username: mint.username,
    amount: mint.amount,
    note: mint.note,
    state: stateOf(payment?.state, now() - mint.created > confirmableFor),
    reason: payment?.reason ?? null,
    inCirculation: totals?.supply ?? null,
  }
}

const stateOf = (payment: PaymentState | undefined, expired: boolean): MintView['state'] => {
  if (payment === 'paid' || payment === 'pending') return payment
  return expired ? 'expired' : (payment ?? 'prepared')
}
