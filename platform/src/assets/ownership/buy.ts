import type { Clock } from '@baseplate/service/clock'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import { findUser, requireVerifiedEmail, useCase, type Verifying } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { shortUnitsText } from '../../foundation/money.ts'
import { problem } from '../../foundation/problem.ts'
import { slugOf } from '../../foundation/slug.ts'
import {
  findPending,
  type NewPayment,
  type PaymentRow,
  type Payments,
  recordPayment,
  type Settling,
} from '../../money/door.ts'
import { millionths, proceedsOf } from '../../money/payments/rules.ts'
import { type Inbox, notify } from '../../notifications/door.ts'
import { enqueueEvent } from '../../webhooks/door.ts'
import { buyInput } from '../input.ts'
import { type AssetRow, findAsset } from '../queries.ts'
import { alreadyOwned, assetNotFound, refuseSale } from '../rules.ts'
import { addSale } from '../statistics/add.ts'
import { giveAsset, owns } from './queries.ts'

/** The parts of the platform that sell assets. */
export interface Buying extends Verifying {
  groupCommit: GroupCommit<Database>
  now: Clock
  config: Pick<Config, 'Economy' | 'Registration'>
  inbox: Inbox
  payments: Payments
  buyers: Buyers
}

/** Runs the purchases of one buyer one at a time, so that the second of two clicks finds the first purchase. */
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
 * The price that the buyer has seen is the maximum. The purchase is recorded before the ledger is asked, and granted when the
 * ledger has accepted it.
 *
 * @throws Refused `missing`; `invalid` by `refuseSale` or in the ledger's words; `forbidden`: the actor is moderated; `failed`:
 * the ledger cannot be reached; InvalidFields `price`.
 */
export const buyAsset = useCase(
  { summary: 'Buys an item, at most once.', scope: 'money:spend', input: buyInput },
  async (platform: Buying, actor, { id, price: seen }): Promise<void> => {
    if (actor.standing) throw accountModerated()
    await requireVerifiedEmail(platform, actor, 'Buying')
    await platform.buyers.inTurn(actor.id, async () => {
      const { payment, left } = await record(platform, actor, id, seen)
      if (left) await platform.payments.settlePending(left)
      else if (payment?.state === 'pending') await platform.payments.settle(payment)
      else if (payment?.payee_id) platform.inbox.wake(payment.payee_id)
    })
  },
)

/** Records a purchase. @returns the payment, or a pending payment for the same asset that an earlier attempt left. */
function record(
  { groupCommit, now, config }: Buying,
  actor: Actor,
  assetId: number,
  seen: number | undefined,
): Promise<{ payment?: PaymentRow | undefined; left?: PaymentRow | undefined }> {
  return groupCommit(async (db) => {
    const asset = await findAsset(db, assetId)
    if (!asset) throw assetNotFound()
    refuseSale(asset, await owns(db, actor.id, assetId))
    const purchase = purchaseOf(asset, actor, config.Economy.Fee)
    const left = await findPending(db, purchase)
    if (left) return { left }
    if (seen !== undefined && asset.price > seen) throw priceRose(asset)
    const payment = await recordPayment(db, purchase, now())
    if (!payment) return { left: await findPending(db, purchase) }
    // Checked again, because a concurrent transaction may have settled a pending purchase in the meantime.
    if (await owns(db, actor.id, assetId)) throw alreadyOwned()
    if (payment.state === 'paid' && !(await grant(db, payment, now()))) throw alreadyOwned()
    return { payment }
  })
}

const priceRose = ({ price }: AssetRow) =>
  new InvalidFields({
    price: problem('catalog.price_changed', { price: shortUnitsText(BigInt(price)) }),
  })

const purchaseOf = (asset: AssetRow, buyer: Actor, fee: number): NewPayment => ({
  kind: 'purchase',
  subject: `asset:${asset.id}`,
  payer_id: buyer.id,
  payee_id: asset.creator_id,
  amount: asset.price,
  fee: Math.round(fee * millionths),
  note: `Bought ${asset.name}`,
  link: `/catalog/${asset.id}/${slugOf(asset.name)}`,
})

/** Grants purchases when their payments are settled. */
export const purchases = ({ inbox }: { inbox: Inbox }): Settling => ({
  async grant(db, payment, now) {
    await grant(db, payment, now)
  },
  settled({ payee_id }, state) {
    if (state === 'paid' && payee_id !== null) inbox.wake(payee_id)
  },
})

/** Gives a bought asset to the buyer, and notifies the creator. Returns false when the buyer already owned it. */
async function grant(db: Db, payment: PaymentRow, now: number): Promise<boolean> {
  const assetId = Number(payment.subject.slice('asset:'.length))
  const given = await giveAsset(db, { userId: payment.payer_id, assetId }, now)
  const { name } = await db
    .updateTable('assets')
    .set((eb) => ({ sold: eb('sold', '+', 1) }))
    .where('id', '=', assetId)
    .returning('name')
    .executeTakeFirstOrThrow()
  await enqueueEvent(
    db,
    {
      type: 'item.sold',
      ownerId: payment.payee_id,
      subject: `asset:${assetId}`,
      link: payment.link,
      data: async () => ({
        item: { id: assetId, name },
        buyer: { id: payment.payer_id, username: (await findUser(db, payment.payer_id))?.username ?? '' },
        price: shortUnitsText(BigInt(payment.amount)),
      }),
    },
    now,
  )
  await addSale(db, { assetId, proceeds: proceedsOf(payment) }, now)
  if (payment.payee_id === null) return given
  await notify(
    db,
    {
      recipientId: payment.payee_id,
      senderId: payment.payer_id,
      type: 'purchase',
      happening: { event: 'purchase', values: { item: name } },
      link: payment.link,
    },
    now,
  )
  return given
}
