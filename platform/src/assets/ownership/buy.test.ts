import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { type NewPayment, recordPayment } from '../../money/payments/record.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { during } from '../../testing/during.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { storeAsset } from '../files/store-asset.ts'
import type { AssetTables } from '../tables.ts'
import { buyAsset } from './buy.ts'
import { giveAsset, owns } from './queries.ts'

const unit = 1_000_000

describe.each(databases)('buying on %s', (kind) => {
  async function start() {
    const economy = await startTestEconomy()
    const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
    const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: permissionLevel.verified }
    const buyer = await registerPerson(platform, 'Buyer')
    await economy.mint(buyer, 100 * unit)
    const sell = async (price: number, more: Partial<AssetTables['assets']> = {}) => {
      const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('hat')])
      await change(id, { price, for_sale: 1, visibility: 'Visible', ...more } as object)
      return id
    }
    const change = (id: number, values: object) =>
      platform.db.updateTable('assets').set(values).where('id', '=', id).execute()
    const payments = (id: number) =>
      platform.db
        .selectFrom('payments')
        .select(['state', 'amount', 'reason', 'payer_id'])
        .where('subject', '=', `asset:${id}`)
        .orderBy('id')
        .execute()
    const sold = async (id: number) =>
      (await platform.db.selectFrom('assets').select('sold').where('id', '=', id).executeTakeFirst())?.sold
    const balances = async () => [await economy.balanceOf(buyer), await economy.balanceOf(maker)]
    const shown = () => Promise.all([buyer, maker].map(({ id }) => platform.economy.balanceOf(id)))
    return { economy, platform, maker, buyer, sell, change, payments, sold, balances, shown }
  }

  test('charges the price, pays the creator nine tenths, gives the item and notifies', async () => {
    const { platform, economy, maker, buyer, sell, sold, balances, shown } = await start()
    const [id, other] = [await sell(12_345_678), await sell(1)]
    expect(await owns(platform.db, maker.id, id)).toBe(true)
    expect(await shown()).toEqual([100n * BigInt(unit), 0n])
    await buyAsset(platform, buyer, { id, price: '12.345678' })
    expect(await owns(platform.db, buyer.id, id)).toBe(true)
    expect(await balances()).toEqual([100 * unit - 12_345_678, 12_345_678 - 1_234_567])
    expect(await shown()).toEqual((await balances()).map(BigInt))
    expect([await sold(id), await sold(other)]).toEqual([1, 0])
    const [event] = await economy.events()
    const link = `/catalog/${id}/Straw-hat`
    expect(event).toMatchObject({ Note: 'Bought Straw hat', Link: link, Fee: 0.1, Amount: 12_345_678 })
    const { notifications } = await viewNotifications(platform, maker)
    expect(notifications).toMatchObject([
      { type: 'purchase', note: 'bought “Straw hat”', sender: 'Buyer', link },
    ])
    await expect(buyAsset(platform, buyer, { id })).rejects.toThrow('You already own this item')
  })

  test('refuses a purchase by the first rule that it breaks', async () => {
    const { platform, maker, buyer, sell, balances, payments } = await start()
    await expect(buyAsset(platform, buyer, { id: 999_999_999 })).rejects.toMatchObject({ reason: 'missing' })
    const refused = (message: string) => ({ reason: 'invalid', message })
    const hidden = await sell(1, { visibility: 'Pending', for_sale: 0 } as object)
    await expect(buyAsset(platform, maker, { id: hidden })).rejects.toMatchObject(
      refused('You already own this item'),
    )
    const unapproved = refused("This item hasn't been approved yet")
    await expect(buyAsset(platform, buyer, { id: hidden })).rejects.toMatchObject(unapproved)
    const moderated = await sell(0, { visibility: 'Moderated' })
    await expect(buyAsset(platform, buyer, { id: moderated })).rejects.toMatchObject(unapproved)
    const off = await sell(1, { for_sale: 0 } as object)
    await expect(buyAsset(platform, buyer, { id: off })).rejects.toMatchObject(
      refused('This item is not for sale'),
    )
    const dear = await sell(100 * unit + 1)
    await expect(buyAsset(platform, buyer, { id: dear, price: '100' })).rejects.toMatchObject({
      errors: { price: 'The price has changed to 100.000001. Buy again if you agree.' },
    })
    await expect(buyAsset(platform, buyer, { id: dear })).rejects.toMatchObject({
      reason: 'invalid',
      message: 'insufficient balance: balance was 100.000000 unit, at least 100.000001 unit is required',
    })
    expect(await payments(dear)).toMatchObject([{ state: 'failed' }])
    const banned: Actor = {
      ...buyer,
      standing: { type: 'Ban', reason: '', since: 0, expires: null, number: 1 },
    }
    await expect(buyAsset(platform, banned, { id: dear })).rejects.toMatchObject({ reason: 'forbidden' })
    expect(await balances()).toEqual([100 * unit, 0])
    // A price that has fallen since is charged.
    const cheap = await sell(unit)
    await buyAsset(platform, buyer, { id: cheap, price: '2.000000' })
    expect(await balances()).toEqual([99 * unit, 900_000])
  })

  test('buys once for ten concurrent clicks', async () => {
    const { platform, buyer, sell, sold, balances, payments } = await start()
    for (const price of [5 * unit, 0]) {
      const id = await sell(price)
      const clicks = await Promise.allSettled(
        Array.from({ length: 10 }, () => buyAsset(platform, buyer, { id })),
      )
      expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await payments(id)).toMatchObject([{ state: 'paid', amount: price }])
      expect(await sold(id)).toBe(1)
      // Two processes do not share the queue of a buyer.
      const second = await sell(price)
      platform.buyers = { inTurn: (_, buy) => buy() }
      await Promise.allSettled(Array.from({ length: 10 }, () => buyAsset(platform, buyer, { id: second })))
      expect(await payments(second)).toMatchObject([{ state: 'paid', amount: price }])
      expect(await sold(second)).toBe(1)
    }
    expect(await balances()).toEqual([90 * unit, 9 * unit])
  })

  test('buys one of two items when the balance is enough for one', async () => {
    const { platform, buyer, sell, balances } = await start()
    const [one, two] = [await sell(60 * unit), await sell(60 * unit)]
    platform.buyers = { inTurn: (_, buy) => buy() }
    const bought = await Promise.allSettled([
      buyAsset(platform, buyer, { id: one }),
      buyAsset(platform, buyer, { id: two }),
    ])
    expect(bought.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await balances()).toEqual([40 * unit, 54 * unit])
  })

  test('sells only free items while the ledger is unavailable', async () => {
    const { platform, economy, buyer, sell, payments } = await start()
    const [free, priced] = [await sell(0), await sell(unit)]
    await economy.close()
    await buyAsset(platform, buyer, { id: free, price: '0' })
    expect(await owns(platform.db, buyer.id, free)).toBe(true)
    await expect(buyAsset(platform, buyer, { id: priced })).rejects.toMatchObject({
      reason: 'failed',
      message: 'Cannot connect to Economy service',
    })
    expect(await payments(priced)).toMatchObject([{ state: 'failed' }])
    expect(await owns(platform.db, buyer.id, priced)).toBe(false)
  })

  test('settles a purchase of unknown outcome once, by the job or a retry', async () => {
    const { platform, buyer, sell, payments, sold, balances } = await start()
    const send = platform.economy.send
    for (const how of ['job', 'again'] as const) {
      const id = await sell(10 * unit)
      // The ledger records the payment, and its response is lost.
      vi.spyOn(platform.economy, 'send').mockImplementation(async (...request) => {
        await send(...request)
        return { outcome: 'unknown', reason: 'the economy service has not answered' }
      })
      await expect(buyAsset(platform, buyer, { id })).rejects.toMatchObject({ reason: 'failed' })
      expect(await payments(id)).toMatchObject([{ state: 'pending' }])
      expect(await owns(platform.db, buyer.id, id)).toBe(false)
      await platform.payments.settleLeft()
      expect(await payments(id)).toMatchObject([{ state: 'pending' }])
      vi.restoreAllMocks()
      // A changed price does not affect a pending purchase.
      await platform.db
        .updateTable('assets')
        .set({ price: 50 * unit })
        .where('id', '=', id)
        .execute()
      platform.pass(30 * second)
      if (how === 'job') {
        await Promise.all([platform.payments.settleLeft(), platform.payments.settleLeft()])
      } else {
        await Promise.allSettled([
          buyAsset(platform, buyer, { id }),
          buyAsset(platform, buyer, { id }),
          platform.payments.settleLeft(),
        ])
      }
      expect(await payments(id)).toMatchObject([{ state: 'paid', amount: 10 * unit }])
      expect(await owns(platform.db, buyer.id, id)).toBe(true)
      expect(await sold(id)).toBe(1)
    }
    expect(await balances()).toEqual([80 * unit, 18 * unit])
  })

  test('accepts a refusal only when no earlier request can still arrive', async () => {
    const { platform, economy, buyer, sell, payments, balances } = await start()
    const id = await sell(150 * unit)
    vi.spyOn(platform.economy, 'send').mockResolvedValue({
      outcome: 'unknown',
      reason: 'the economy service has not answered',
    })
    await expect(buyAsset(platform, buyer, { id })).rejects.toMatchObject({ reason: 'failed' })
    vi.restoreAllMocks()
    platform.pass(20 * second)
    await platform.payments.settleLeft()
    expect(await payments(id), 'the lost request may still arrive').toMatchObject([{ state: 'pending' }])
    platform.pass(minute)
    await platform.payments.settleLeft()
    expect(await payments(id)).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('insufficient balance') },
    ])
    await economy.mint(buyer, 100 * unit)
    await buyAsset(platform, buyer, { id })
    expect(await balances()).toEqual([50 * unit, 135 * unit])
  })

  test('burns the price of an item whose creator was deleted', async () => {
    const { platform, economy, buyer, sell, balances } = await start()
    const id = await sell(unit, { creator_id: null })
    await buyAsset(platform, buyer, { id })
    expect(await balances()).toEqual([99 * unit, 0])
    expect((await economy.events())[0]).toMatchObject({ Type: 'Burn', Amount: unit })
  })
})

test('does not charge for an item that another process gives to the buyer while the purchase is recorded', async () => {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform('PostgreSQL', {}, { ECONOMY_URL: economy.address })
  const maker = await registerPerson(platform, 'Maker')
  const buyer = await registerPerson(platform, 'Buyer')
  await economy.mint(buyer, 10 * unit)
  const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('hat')])
  await platform.db
    .updateTable('assets')
    .set({ price: unit, for_sale: 1, visibility: 'Visible' })
    .where('id', '=', id)
    .execute()
  const payment: NewPayment = {
    kind: 'purchase',
    subject: `asset:${id}`,
    payer_id: buyer.id,
    payee_id: maker.id,
    amount: unit,
    fee: 0,
    note: '',
    link: '',
  }
  const settled = async (trx: Db) => {
    await recordPayment(trx, payment, platform.now())
    await trx.updateTable('payments').set({ state: 'paid' }).execute()
    await giveAsset(trx, { userId: buyer.id, assetId: id }, platform.now())
  }
  const bought = during(platform.db, settled, () => buyAsset(platform, buyer, { id }))
  await expect(bought).rejects.toThrow('You already own this item')
  expect(await economy.balanceOf(buyer)).toBe(10 * unit)
  expect(await platform.db.selectFrom('payments').select('state').execute()).toEqual([{ state: 'paid' }])
})
