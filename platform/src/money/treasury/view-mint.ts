import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
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
  /** `prepared`: can be confirmed; `expired`: was not confirmed in time. */
  state: 'prepared' | 'expired' | PaymentState
  /** Why it failed, or why its last attempt is undecided. */
  reason: string | null
  /** Sum of all balances in micro-units; null while the ledger is unavailable. */
  inCirculation: bigint | null
}

/**
 * Returns a mint that the actor prepared, with its state.
 *
 * @throws Refused `forbidden` below level 5; `missing`: the actor has not prepared this mint.
 */
export async function viewMint(
  { db, now, economy }: { db: Db; now: Clock; economy: Economy },
  actor: Actor,
  input: unknown,
): Promise<MintView> {
  permit(actor)
  const { id } = parseInput(mintIdInput, input)
  const mint = await findMint(db, id, actor.id)
  if (!mint) throw new Refused('economy.mint_not_found')
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
