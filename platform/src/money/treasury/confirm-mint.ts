import { record } from '../../accounts/audit/record.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { unitsText } from '../../foundation/money.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import { notify } from '../../notifications/notify.ts'
import type { Payments, Settling } from '../payments/payments.ts'
import type { PaymentRow } from '../payments/queries.ts'
import { type NewPayment, recordPayment } from '../payments/record.ts'
import { mintIdInput } from './input.ts'
import { permit } from './permit.ts'
import { findMintPayment, holdMint, type MintRow } from './queries.ts'
import { confirmableFor, subjectOf } from './rules.ts'

interface Minting {
  db: Db
  now: Clock
  payments: Payments
}

/**
 * Mints what was prepared, once, however often it is confirmed. What the ledger refused, or was not there to be asked, may be
 * confirmed again.
 *
 * @param input `id`, as `prepareMint` answered it
 * @throws Refused `forbidden` below level 5; `missing`: the actor has prepared no such thing; `invalid`: it was prepared too long
 * ago, or the ledger said no, in its words; `failed`: the ledger cannot be reached. What may have been written is settled later.
 */
export async function confirmMint(platform: Minting, actor: Actor, input: unknown): Promise<void> {
  permit(actor)
  const { id } = parseInput(mintIdInput, input)
  const { payment, first } = await begin(platform, actor, id)
  if (first) await platform.payments.settle(payment)
  else if (payment.state === 'pending') await platform.payments.settleAgain(payment)
}

/** @returns the payment that is paid or pending, which of all who confirm at once the first one notes. */
const begin = (
  { db, now }: Minting,
  actor: Actor,
  id: string,
): Promise<{ payment: PaymentRow; first: boolean }> =>
  db.transaction().execute(async (transaction) => {
    const mint = await holdMint(transaction, id, actor.id)
    if (!mint) throw new Refused('missing', 'Nothing like that was prepared. Enter it again.')
    const begun = await findMintPayment(transaction, id)
    if (begun && begun.state !== 'failed') return { payment: begun, first: false }
    if (now() - mint.created > confirmableFor) {
      throw new Refused('invalid', 'This was entered more than an hour ago. Enter it again.')
    }
    const payment = await recordPayment(transaction, paymentOf(mint), now())
    if (!payment) throw new Error(`the mint ${id} is being paid for, and is not`)
    return { payment, first: true }
  })

/** Who mints is noted as the payer, and pays nothing. */
const paymentOf = (mint: MintRow): NewPayment => ({
  kind: 'mint',
  subject: subjectOf(mint.id),
  payer_id: mint.administrator_id,
  payee_id: mint.recipient_id,
  amount: mint.amount,
  fee: 0,
  note: mint.note,
  link: `/admin/mint/${mint.id}`,
})

/** When the ledger has written it, it is in the audit log, and its recipient is told, whoever has heard the ledger's yes. */
export const mints = ({ inbox }: { inbox: Inbox }): Settling => ({
  async grant(db, { payer_id, payee_id, amount, note }, now) {
    const after = { amount: unitsText(BigInt(amount)), note }
    const subject = `user:${payee_id}` as const
    await record(db, { actor: { id: payer_id }, action: 'mint', subject, before: null, after }, now)
    if (payee_id === null || payee_id === payer_id) return
    const received = { recipientId: payee_id, senderId: null, type: 'mint', link: '/economy' } as const
    await notify(db, { ...received, note: `You received ${after.amount} units: ${note}` }, now)
  },
  settled({ payee_id }, state) {
    if (state === 'paid' && payee_id !== null) inbox.wake(payee_id)
  },
})
