import { expect, onTestFinished, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { stock } from '../support/stock.ts'

test('reports that the ledger is unavailable, and serves pages that do not need it', async () => {
  const alone = await startProduct({ ECONOMY_URL: 'http://127.0.0.1:1' })
  onTestFinished(async () => void (await alone.stop()))
  const visitor = await register(alone.baseUrl, 'Visitor')
  const page = await visitor.get('/economy', 'text/html')
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('Money is unavailable right now'),
  ])
  expect(await (await visitor.get('/economy')).json()).toEqual({
    balance: null,
    stipend: null,
    transactions: [],
    next: null,
  })
  const away = refusalWith('Cannot connect to Economy service')
  const claimed = await visitor.post('/economy?/stipend')
  expect([claimed.status, await claimed.json()]).toEqual([500, away])
  expect((await visitor.get('/economy/export', '*/*')).status).toBe(500)
  // An item's page needs the balance. Every other page does without it.
  const [cap] = await stock(alone, 'Visitor', [{ name: 'Cap' }])
  const item = await visitor.get(`/catalog/${cap}/Cap`)
  expect([item.status, await item.json()]).toEqual([500, away])
  const shown = await visitor.get(`/catalog/${cap}/Cap`, 'text/html')
  expect([shown.status, await shown.text()]).toEqual([
    500,
    expect.stringContaining('Money isn’t available right now'),
  ])
  for (const path of ['/home', '/catalog', '/inventory', '/character', '/develop', '/groups'])
    expect([path, (await visitor.get(path, 'text/html')).status]).toEqual([path, 200])
})
