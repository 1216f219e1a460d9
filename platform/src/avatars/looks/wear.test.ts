import { describe, expect, test, vi } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { wear } from '../dress.ts'
import { viewOfferedLook } from './view.ts'
import { wearLook } from './wear.ts'

const unit = 1_000_000

async function start(kind: DatabaseKind) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
  const model = { ...(await registerPerson(platform, 'Model')), permissionLevel: permissionLevel.verified }
  const fan = await registerPerson(platform, 'Fan')
  await economy.mint(fan, 100 * unit)
  const change = (id: number, values: object) =>
    platform.db.updateTable('assets').set(values).where('id', '=', id).execute()
  /** Puts an item on sale that the model wears. */
  const show = async (type: number, price: number) => {
    const { id } = await storeAsset(platform, model, { type, name: `Item ${type}` }, [Buffer.from('x')])
    await change(id, { price: price * unit, for_sale: 1, visibility: 'Visible' })
    await wear(platform, model, { id: String(id) })
    return id
  }
  const worn = async () => (await platform.appearances.wornItemsOf('Fan')).assetIds.toSorted()
  const spent = async () => 100 - (await economy.balanceOf(fan)) / unit
  const paid = async (id: number) =>
    (
      await platform.db
        .selectFrom('payments')
        .select('state')
        .where('subject', '=', `asset:${id}`)
        .orderBy('id')
        .execute()
    ).map(({ state }) => state)
  const wearIt = (price?: string) => wearLook(platform, fan, { username: 'model', price })
  return { platform, economy, model, fan, change, show, worn, spent, paid, wearIt }
}

describe.each(databases)('wearing the look of another player on %s', (kind) => {
  test('buys the missing items for the shown sum, and puts on the whole look', async () => {
    const { platform, model, fan, change, show, worn, spent, wearIt } = await start(kind)
    const [hat, shirt, pants, face] = [
      await show(8, 10),
      await show(11, 5.5),
      await show(12, 0),
      await show(18, 3),
    ]
    await change(face, { for_sale: 0 })
    const offered = await viewOfferedLook(platform.db, fan, model.id)
    expect(offered).toMatchObject({ missing: 3, unavailable: 1, price: 15.5 * unit })
    await change(hat, { price: 20 * unit })
    await expect(wearIt('15.5')).rejects.toMatchObject({
      problems: { price: { code: 'catalog.price_changed', values: { price: '25.5' } } },
    })
    expect(await worn()).toEqual([])
    expect(await spent()).toBe(0)

    // The page may have been loaded before the face was taken off sale.
    const missed = [{ id: face, name: 'Item 18', code: 'catalog.not_for_sale' }]
    expect(await wearIt('25.5')).toEqual({ bought: expect.arrayContaining([hat, shirt, pants]), missed })
    expect(await worn()).toEqual([hat, shirt, pants].toSorted())
    expect(await spent()).toBe(25.5)
    expect(await wearIt('0')).toEqual({ bought: [], missed })
    expect(await spent()).toBe(25.5)
  })

  test('buys each item once for simultaneous requests, also in two processes', async () => {
    const { platform, show, worn, spent, paid, wearIt } = await start(kind)
    const items = [await show(8, 10), await show(11, 5)]
    platform.buyers = { inTurn: (_, buy) => buy() }
    const outcomes = await Promise.allSettled([wearIt('15'), wearIt('15'), wearIt('15')])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    for (const id of items) expect((await paid(id)).filter((state) => state === 'paid')).toHaveLength(1)
    expect(await spent()).toBe(15)
    await wearIt('0')
    expect(await worn()).toEqual(items.toSorted())
  })

  test('wears the bought items when others are taken off sale or dearer meanwhile', async () => {
    const { platform, change, show, worn, spent, wearIt } = await start(kind)
    const [hat, shirt, pants] = [await show(8, 10), await show(11, 5), await show(12, 1)]
    // Between the sum and the purchases.
    const read = platform.economy.accounts.read
    vi.spyOn(platform.economy.accounts, 'read').mockImplementation(async (id) => {
      await change(shirt, { for_sale: 0 })
      await change(pants, { price: 2 * unit })
      return read(id)
    })
    expect(await wearIt('16')).toMatchObject({
      bought: [hat],
      missed: expect.arrayContaining([
        { id: shirt, name: 'Item 11', code: 'catalog.not_for_sale' },
        { id: pants, name: 'Item 12', code: 'catalog.price_changed' },
      ]),
    })
    expect(await worn()).toEqual([hat])
    expect(await spent()).toBe(10)
  })

  test('changes nothing when the balance is too low or the ledger is unavailable', async () => {
    const { economy, show, worn, spent, paid, wearIt } = await start(kind)
    const [hat, shirt] = [await show(8, 60), await show(11, 60.5)]
    await expect(wearIt('120.5')).rejects.toMatchObject({
      problem: { code: 'catalog.look_unaffordable', values: { missing: '20.5' } },
    })
    expect([await paid(hat), await paid(shirt), await worn(), await spent()]).toEqual([[], [], [], 0])
    await economy.close()
    await expect(wearIt('120.5')).rejects.toMatchObject({ problem: { code: 'economy.unavailable' } })
    expect([await paid(hat), await worn()]).toEqual([[], []])
  })

  test('stops buying when the ledger fails half-way, and wears the bought items', async () => {
    const { platform, economy, show, worn, spent, wearIt } = await start(kind)
    const items = [await show(8, 10), await show(11, 5), await show(12, 1)]
    const send = platform.economy.send
    let sent = 0
    vi.spyOn(platform.economy, 'send').mockImplementation(async (...request) => {
      sent += 1
      if (sent > 1) return { outcome: 'unknown', reason: 'the economy service has not answered' }
      return send(...request)
    })
    const { bought, missed } = await wearIt('16')
    expect(bought).toHaveLength(1)
    expect(missed.map(({ code }) => code)).toEqual(['economy.payment_pending', 'economy.payment_pending'])
    expect(sent).toBe(2)
    expect(await worn()).toEqual(bought)
    vi.restoreAllMocks()
    platform.pass(30_000)
    await platform.payments.settleLeft()
    expect(await wearIt('16')).toMatchObject({ missed: [] })
    expect(await worn()).toEqual(items.toSorted())
    expect(await spent()).toBe(16)
    expect((await economy.events()).filter(({ Type }) => Type === 'Transaction')).toHaveLength(3)
  })
})
