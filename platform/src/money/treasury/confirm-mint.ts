import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { unitsText } from '../../foundation/money.ts'
import { type Inbox, notify } from '../../notifications/door.ts'
import type { Payments, Settling } from '../payments/payments.ts'
import type { PaymentRow } from '../payments/queries.ts'
import { type NewPayment, recordPayment } from '../payments/record.ts'
import { mintIdInput } from './input.ts'
import { findMintPayment, lockMint, type MintRow } from './queries.ts'
import { confirmableFor, subjectOf } from './rules.ts'

interface Minting {
  db: Db
  now: Clock
  payments: Payments
}

/**
 * Its `id` is the one that `prepareMint` returned.
 *
 * @throws Refused `forbidden` without a fresh proof; `missing`: the actor has not prepared this mint; `invalid`: the preparation has
 * expired, or the ledger refused, with its reason; `failed`: the ledger is unavailable. A mint with an unknown outcome is settled
 * later.
 */
export const confirmMint = useCase(
  {
    summary:
      'Mints a prepared amount once, however often it is confirmed. A mint that failed may be confirmed again.',
    scope: 'browser',
    level: permissionLevel.administrator,
    proof: true,
    input: mintIdInput,
  },
  async (platform: Minting, actor, { id }): Promise<void> => {
    requireFreshProof(actor, platform.now())
    const { payment, first } = await begin(platform, actor, id)
    if (first) await platform.payments.settle(payment)
    else if (payment.state === 'pending') await platform.payments.settlePending(payment)
  },
)

/** Returns the mint's paid or pending payment. The first of concurrent confirmations records it. */
const begin = (
  { db, now }: Minting,
  actor: Actor,
  id: string,
): Promise<{ payment: PaymentRow; first: boolean }> =>
  db.transaction().execute(async (trx) => {
    const mint = await lockMint(trx, id, actor.id)
    if (!mint) throw new Refused('economy.mint_not_prepared')
    const started = await findMintPayment(trx, id)
    if (started && started.state !== 'failed') return { payment: started, first: false }
    if (now() - mint.created > confirmableFor) {
      throw new Refused('economy.mint_too_old')
    }
    const payment = await recordPayment(trx, paymentOf(mint), now())
    if (!payment) throw new Error(`the mint ${id} has a pending payment that was not found`)
    return { payment, first: true }
  })

/** The payer is the administrator who mints. They pay nothing. */
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

interface Granting {
  inbox: Inbox
  config: Pick<Config, 'CurrencySymbol'>
}

/** Adds a paid mint to the audit log and notifies its recipient, in whichever process learns that the ledger accepted it. */
export const mints = ({ inbox, config }: Granting): Settling => ({
  async grant(db, { payer_id, payee_id, amount, note }, now) {
    const after = { amount: unitsText(BigInt(amount)), note }
    const subject = `user:${payee_id}` as const
    await recordAction(db, { actor: { id: payer_id }, action: 'mint', subject, before: null, after }, now)
    if (payee_id === null || payee_id === payer_id) return
    const received = { recipientId: payee_id, senderId: null, type: 'mint', link: '/economy' } as const
    const values = { amount: Number(after.amount), currency: config.CurrencySymbol, note }
    await notify(db, { ...received, happening: { event: 'mint', values } }, now)
  },
  settled({ payee_id }, state) {
    if (state === 'paid' && payee_id !== null) inbox.wake(payee_id)
  },
})
