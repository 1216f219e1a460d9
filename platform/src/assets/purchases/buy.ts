import type { Actor } from '../../accounts/rules.ts'
import type { Database, Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { CommitTogether } from '../../foundation/database/commit-together.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { unitsText } from '../../foundation/money.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { Payments, Settling } from '../../money/payments/payments.ts'
import { findPending, type PaymentRow } from '../../money/payments/queries.ts'
import { type NewPayment, recordPayment } from '../../money/payments/record.ts'
import { millionth } from '../../money/payments/rules.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import { notify } from '../../notifications/notify.ts'
import { buyInput } from '../input.ts'
import { giveAsset, owns } from '../ownership.ts'
import { type AssetRow, findAsset } from '../queries.ts'
import { alreadyOwned, refuseSale } from '../rules.ts'

interface Buying {
  commitTogether: CommitTogether<Database>
  now: Clock
  config: Pick<Config, 'Economy'>
  inbox: Inbox
  payments: Payments
  buyers: Buyers
}

/** Lets one buyer buy one thing after the other: the second of two clicks finds what the first one bought. */
export interface Buyers {
  inTurn<T>(buyerId: string, buy: () => Promise<T>): Promise<T>
}

export function createBuyers(): Buyers {
  const last = new Map<string, Promise<unknown>>()
  return {
    async inTurn(buyerId, buy) {
      const before = last.get(buyerId)
      const bought = (before ?? Promise.resolve()).then(buy, buy)
      last.set(buyerId, bought)
      try {
        return await bought
      } finally {
        if (last.get(buyerId) === bought) last.delete(buyerId)
      }
    },
  }
}

/**
 * The actor buys an asset, once, however often they ask. What costs something is noted before the ledger is asked, and theirs
 * when it has said yes: `purchases` below.
 *
 * @param input `price`, in units: what the page said, above which nothing is paid. Absent: whatever it costs.
 * @throws Refused `missing`, `invalid` by the contract's rules or in the ledger's words, `forbidden`: the actor is moderated,
 * `failed`: the ledger cannot be reached; InvalidFields `price`.
 */
export async function buyAsset(
  platform: Buying,
  actor: Actor,
  assetId: number,
  input: unknown,
): Promise<void> {
  if (actor.standing) throw new Refused('forbidden', 'Your account is moderated')
  const { price: seen } = parseInput(buyInput, input)
  await platform.buyers.inTurn(actor.id, async () => {
    const { payment, left } = await record(platform, actor, assetId, seen)
    if (left) await platform.payments.settleAgain(left)
    else if (payment?.state === 'pending') await platform.payments.settle(payment)
    else if (payment?.payee_id) platform.inbox.wake(payment.payee_id)
  })
}

/** @returns the purchase as it was noted, or one of the same thing that an earlier failure left. */
function record(
  { commitTogether, now, config }: Buying,
  actor: Actor,
  assetId: number,
  seen: number | undefined,
): Promise<{ payment?: PaymentRow | undefined; left?: PaymentRow | undefined }> {
  return commitTogether(async (transaction) => {
    const asset = await findAsset(transaction, assetId)
    if (!asset) throw new Refused('missing', 'Asset not found')
    refuseSale(asset, await owns(transaction, actor.id, assetId))
    const purchase = purchaseOf(asset, actor, config.Economy.Fee)
    const left = await findPending(transaction, purchase)
    if (left) return { left }
    if (seen !== undefined && asset.price > seen) throw priceRose(asset)
    const payment = await recordPayment(transaction, purchase, now())
    if (!payment) return { left: await findPending(transaction, purchase) }
    // Looked at once more: where transactions run at once, one that was pending before may have been settled since.
    if (await owns(transaction, actor.id, assetId)) throw alreadyOwned()
    if (payment.state === 'paid' && !(await grant(transaction, payment, now()))) throw alreadyOwned()
    return { payment }
  })
}

const priceRose = ({ price }: AssetRow) =>
  new InvalidFields({
    price: `The price has changed to ${unitsText(BigInt(price)).replace(/\.?0+$/, '')}. Buy again if you agree.`,
  })

const purchaseOf = (asset: AssetRow, buyer: Actor, fee: number): NewPayment => ({
  kind: 'purchase',
  subject: `asset:${asset.id}`,
  payer_id: buyer.id,
  payee_id: asset.creator_id,
  amount: asset.price,
  fee: Math.round(fee * millionth),
  note: `Bought ${asset.name}`,
  link: `/catalog/${asset.id}/${slugOf(asset.name)}`,
})

/** What becomes of a purchase when it is settled. */
export const purchases = ({ inbox }: { inbox: Inbox }): Settling => ({
  async grant(db, payment, now) {
    await grant(db, payment, now)
  },
  settled({ payee_id }, state) {
    if (state === 'paid' && payee_id !== null) inbox.wake(payee_id)
  },
})

/** Answers whether the buyer did not own it before. */
async function grant(db: Db, payment: PaymentRow, now: number): Promise<boolean> {
  const assetId = Number(payment.subject.slice('asset:'.length))
  const given = await giveAsset(db, { userId: payment.payer_id, assetId }, now)
  await db
    .updateTable('assets')
    .set((eb) => ({ sold: eb('sold', '+', 1) }))
    .where('id', '=', assetId)
    .execute()
  if (payment.payee_id === null) return given
  await notify(
    db,
    {
      recipientId: payment.payee_id,
      senderId: payment.payer_id,
      type: 'purchase',
      note: payment.note.replace(/^B/, 'b'),
      link: payment.link,
    },
    now,
  )
  return given
}
