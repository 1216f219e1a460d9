import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { startConfigured } from '../support/configured.ts'
import { bearerOf } from '../support/keys.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

let product: Product
let person: Person

beforeAll(async () => {
  product = await startConfigured({ Stipend: { Amount: 2.5, Interval: 1.5 } })
  person = await register(product.baseUrl, 'Saver')
})
afterAll(async () => expect(await product.stop()).toBe(0))

const money = async () => JSON.parse(await (await person.get('/economy')).text())

test('shows, pays, counts down, lists and exports the configured stipend', async () => {
  expect(await money()).toEqual({
    balance: 0,
    stipend: { amount: 2_500_000, interval: 90 * 60_000, next: 0 },
    transactions: [],
    next: null,
  })
  const page = await (await person.get('/economy', 'text/html')).text()
  expect(page).toContain('every 90 minutes')
  expect(page).toContain('Claim ◈\u00a02.5')
  const claimed = await person.post('/economy?/stipend')
  expect([claimed.status, await claimed.json()]).toEqual([200, { message: 'Stipend claimed' }])
  const again = await person.post('/economy?/stipend')
  expect([again.status, await again.json()]).toEqual([400, refusalWith('Next stipend not available yet')])
  const { balance, stipend, transactions } = await money()
  expect(balance).toBe(2_500_000)
  expect(stipend.next).toBe(transactions[0].created + 90 * 60_000 + 1)
  expect(transactions).toEqual([
    {
      id: expect.stringMatching(/^\w{15}$/),
      created: expect.any(Number),
      type: 'Mint',
      change: 2_500_000,
      username: null,
      note: 'Stipend',
      link: null,
    },
  ])
  expect((await person.get(`/economy?before=${transactions[0].id}`)).status).toBe(200)
  expect((await person.get('/economy?before=nothing')).status).toBe(400)
  const file = await person.get('/economy/export', '*/*')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="transactions-Saver.csv"')
  expect(await file.text()).toMatch(
    /^time,type,change,with,note,link,id\r\n\S+,Mint,2\.500000,,Stipend,,\w{15}\r\n$/,
  )
})

test('reports amounts beyond the exact range of numbers exactly', async () => {
  const { id } = (await (await person.get('/user/Saver')).json()) as { id: string }
  const body = `{"To":"user:${id}","Amount":9007199254740993,"Note":"Prize"}`
  // Minting requires the key, on this machine as elsewhere.
  const mint = (headers = {}) => fetch(`${product.economyUrl}/mint`, { method: 'POST', body, headers })
  expect((await mint()).status).toBe(401)
  expect((await mint(await bearerOf(product, 'economy'))).status).toBe(200)
  expect(await (await person.get('/economy')).text()).toContain('"balance":9007199257240993,')
  expect(await (await person.get('/economy', 'text/html')).text()).toContain('9,007,199,257.240993')
})
