import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { type Actor, administratorAccess } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Economy } from '../ledger/client.ts'
import type { PaymentState } from '../payments/rules.ts'
import { mintIdInput, prefillInput } from './input.ts'
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

interface Reading {
  db: Db
  now: Clock
  economy: Economy
}

/** @throws Refused `missing`: the actor has not prepared this mint. */
export const viewMint = useCase(
  {
    ...administratorAccess,
    summary: 'Returns a mint that the actor prepared, with its state.',
    input: mintIdInput,
  },
  async ({ db, now, economy }: Reading, actor, { id }): Promise<MintView> => {
    const mint = await requireMint(db, id, actor)
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
  },
)

/** Returns what the form begins with. Micro-units; null: no amount. @throws as `viewMint` */
export const prefillMint = useCase(
  {
    ...administratorAccess,
    summary:
      'Prefills the form from the URL: with a recipient (`username`), or with an earlier mint to edit (its id in `again`).',
    input: prefillInput,
  },
  async ({ db }: Pick<Reading, 'db'>, actor, { again, username }) => {
    if (again === undefined) return { username, amount: null, note: '' }
    const { username: recipient, amount, note } = await requireMint(db, again, actor)
    return { username: recipient, amount, note }
  },
)

async function requireMint(db: Db, id: string, actor: Actor) {
  const mint = await findMint(db, id, actor.id)
  if (!mint) throw new Refused('economy.mint_not_found')
  return mint
}

const stateOf = (payment: PaymentState | undefined, expired: boolean): MintView['state'] => {
  if (payment === 'paid' || payment === 'pending') return payment
  return expired ? 'expired' : (payment ?? 'prepared')
}
