import { expect, onTestFinished, test } from 'vitest'
import { give, unit } from '../support/money.ts'
import { register } from '../support/person.ts'
import { runToEnd, startProduct } from '../support/product.ts'
import { stock, withDatabase } from '../support/stock.ts'

test('the command and the administrator’s page report the same differences between ledger and payments', async () => {
  const product = await startProduct()
  onTestFinished(async () => void (await product.stop()))
  const founder = await register(product.baseUrl, 'Founder')
  const buyer = await register(product.baseUrl, 'Buyer')
  const [hat, cap] = await stock(product, 'Founder', [
    { name: 'Hat', price: unit },
    { name: 'Cap', price: 2 * unit },
  ])
  await give(product, 'Buyer', 10)
  for (const [id, name] of [
    [hat, 'Hat'],
    [cap, 'Cap'],
  ])
    expect((await buyer.post(`/catalog/${id}/${name}?/buy`)).status).toBe(204)

  const compare = (economyUrl = product.economyUrl) =>
    runToEnd('reconcile', { ...product.environment, ECONOMY_URL: economyUrl })
  const page = async () => (await (await founder.get('/admin/economy')).json()) as { reconciliation: object }
  expect(await compare()).toEqual({ code: 0, output: '3 events of the ledger, 2 payments: all is well\n' })
  expect(await page()).toMatchObject({
    totals: { supply: 9_700_000, minted: 10 * unit, burned: 300_000 },
    reconciliation: { events: 3, payments: 2, waiting: [], faults: [] },
  })
  expect((await buyer.get('/admin/economy')).status).toBe(403)

  // The state after restoring an older backup beside a newer ledger, and after tampering.
  await withDatabase(product, async (db) => {
    await db.updateTable('payments').set({ state: 'failed' }).where('subject', '=', `asset:${hat}`).execute()
    await db
      .deleteFrom('owned_assets')
      .where('asset_id', '=', cap ?? 0)
      .execute()
  })
  const { code, output } = await compare()
  expect(code).toBe(1)
  expect(output).toMatch(
    /payment \w+ failed, but is in the ledger: 1\.000000 units of user:\w+, “Bought Hat”/,
  )
  expect(output).toMatch(/payment \w+ is paid, but its item was not granted: 2\.000000 units/)
  expect(output).toMatch(/: 2 differences\n$/)
  expect((await page()).reconciliation).toMatchObject({
    faults: [{ difference: 'charged' }, { difference: 'ungranted' }],
  })
  const shown = await founder.get('/admin/economy', 'text/html')
  expect(await shown.text()).toContain('failed, but is in the ledger')

  const away = await compare('http://127.0.0.1:1')
  expect(away).toEqual({ code: 1, output: 'Cannot connect to Economy service at http://127.0.0.1:1\n' })
})
