import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { burn, mint, transact } from '../testing/requests.ts'
import { drivers, startService } from '../testing/service.ts'

const max = '18446744073709551615'

test.each(drivers)('answers a scenario of every kind of request (%s)', async (driver) => {
  const { client } = await startService({ driver })
  expect(await client.get('/health')).toBe('200 OK')
  expect(await client.get('/currentStipend')).toBe('200 10000000')
  expect(await client.get('/balance/user:1')).toBe('200 0')
  expect(await client.get('/transactions/user:1')).toBe('200 []')
  expect(await client.post('/stipend/user:1')).toBe('200')
  expect(await client.post('/stipend/user:1')).toBe('400 Next stipend not available yet')
  expect(await client.post('/mint', { To: 'user:1', Amount: 100, Note: 'prize' })).toBe('200')
  expect(await client.post('/transact', { ...transact, Fee: 0.1, Amount: 19, Link: '/x' })).toBe('200')
  expect(await client.post('/burn', { ...burn, Returns: { 'asset-1': 2 } })).toBe('200')
  expect(await client.get('/balance/user%3A1')).toBe('200 10000076')
  // 10% of 19 is 1.9, rounded down to 1.
  expect(await client.get('/balance/user:2')).toBe('200 18')
  const [burnt, sent, minted, stipend] = await client.json('/transactions/user:1')
  expect(burnt).toMatchObject({ Type: 'Burn', ...burn, Returns: { 'asset-1': 2 } })
  expect(burnt).not.toHaveProperty('To')
  expect(sent).toMatchObject({ Type: 'Transaction', ...transact, Amount: 19, Fee: 0.1, Link: '/x' })
  expect(minted).toMatchObject({ Type: 'Mint', To: 'user:1', Amount: 100, Note: 'prize' })
  expect(minted).not.toHaveProperty('From')
  expect(stipend).toMatchObject({ Type: 'Mint', To: 'user:1', Amount: 10000000, Note: 'Stipend' })
  expect(stipend?.Id).toMatch(/^.{15}$/)
  expect(Math.abs(Number(stipend?.Time) - Date.now())).toBeLessThan(60_000)
})

test.each([
  ['/transact', { ...transact, Amount: 0, From: '' }, 'transaction must have an amount or returns'],
  ['/transact', { ...transact, Returns: {}, Amount: 0 }, 'transaction must have an amount or returns'],
  ['/transact', { ...transact, From: '', To: '' }, 'transaction must have a sender'],
  ['/transact', { To: 'user:2', Amount: 1, Note: 'x' }, 'transaction must have a sender'],
  ['/transact', { ...transact, To: '', Note: '' }, 'transaction must have a recipient'],
  ['/transact', { ...transact, To: 'user:1', Note: '' }, 'circular transaction: user:1 -> user:1'],
  ['/transact', { ...transact, Note: '', Amount: 50 }, 'transaction must have a note'],
  [
    '/transact',
    { ...transact, Amount: 11_000_000, Returns: { 'asset-1': 1 } },
    'insufficient balance: balance was 0.000010 unit, at least 11.000000 unit is required',
  ],
  ['/transact', { ...transact, Returns: { 'asset-1': 1 } }, 'insufficient asset quantity'],
  ['/mint', { Note: '' }, 'mint must have an amount'],
  ['/mint', { Amount: 1, Note: '' }, 'mint must have a recipient'],
  ['/mint', { ...mint, Note: '' }, 'mint must have a note'],
  ['/burn', { ...burn, Amount: 0, From: '' }, 'burn must have an amount'],
  ['/burn', { ...burn, From: '', Note: '' }, 'burn must have a sender'],
  [
    '/burn',
    { From: 'user:1', Amount: 11 },
    'insufficient balance: balance was 0.000010 unit, at least 0.000011 unit is required',
  ],
  ['/burn', { ...burn, Note: '', Link: '' }, 'burn must have a note'],
  ['/burn', { ...burn, Link: '' }, 'burn must have a link'],
  [
    '/transact',
    { ...transact, From: 'a b' },
    'invalid user identifier: it contains white space or a control character',
  ],
  ['/mint', { ...mint, To: 'é'.repeat(65) }, 'invalid user identifier: it is longer than 128 bytes'],
  ['/mint', { ...mint, To: 5 }, 'To must be a string'],
  ['/mint', { ...mint, Note: null }, 'Note must be a string'],
  ['/transact', { ...transact, Returns: [] }, 'Returns must be an object of asset keys and quantities'],
  ['/transact', { ...transact, Returns: { hat: 1 } }, 'Returns must have keys like asset-1, not "hat"'],
  ['/mint', '[]', 'body must be a JSON object'],
  ['/mint', '1.5', 'body must be a JSON object'],
  ['/mint', 'null', 'body must be a JSON object'],
])('%s %j is refused: %s', async (path, body, message) => {
  const { client, ledgerFile } = await startService()
  await client.mint('user:1', 10)
  const before = readFileSync(ledgerFile, 'utf8')
  expect(await client.post(path, body)).toBe(`400 ${message}`)
  expect(readFileSync(ledgerFile, 'utf8')).toBe(before)
  expect(await client.get('/balance/user:1')).toBe('200 10')
})

test.each([
  '-1',
  '-0',
  '1.0',
  '1.5',
  '1e3',
  '"5"',
  'true',
  'null',
  '[]',
  '{}',
  '18446744073709551616',
  '1e-1',
])('the amount %s is refused', async (amount) => {
  const { client } = await startService()
  expect(await client.mint('user:1', amount)).toBe(`400 Amount must be an integer from 0 to ${max}`)
})

test.each([-0.1, 1, 1.5, 0.0000001, 0.1234567, '0.10000000000000000001', '"0.1"', null])(
  'refuses the fee %s',
  async (fee) => {
    const { client } = await startService()
    await client.mint('user:1', 10)
    const body = `{"From":"user:1","To":"user:2","Amount":5,"Note":"x","Fee":${fee}}`
    expect(await client.post('/transact', body)).toBe(
      '400 Fee must be at least 0 and below 1, with at most six decimals',
    )
  },
)

test.each(['', '{', '{"To":}', 'Mint', '\ufeff{}'])('refuses the body %j', async (body) => {
  const { client } = await startService()
  expect(await client.post('/mint', body)).toMatch(/^400 body must be JSON: ./)
})

test.each(drivers)('keeps amounts exact up to the maximum of the supply (%s)', async (driver) => {
  const { client, ledgerFile, economy } = await startService({ driver })
  expect(await client.mint('user:1', '18446744073709551614')).toBe('200')
  expect(await client.mint('user:2', 2)).toBe('400 mint would exceed the maximum supply')
  expect(await client.post('/stipend/user:2')).toBe('400 mint would exceed the maximum supply')
  expect(await client.mint('user:2', 1)).toBe('200')
  expect(
    await client.post(
      '/transact',
      '{"From":"user:1","To":"user:2","Amount":18446744073709551613,"Note":"e1.5"}',
    ),
  ).toBe('200')
  expect(await client.get('/balance/user:2')).toBe('200 18446744073709551614')
  expect(await client.get('/transactions')).toContain('"Amount":18446744073709551613,')
  await economy.close()
  expect(readFileSync(ledgerFile, 'utf8')).toContain('"Amount":18446744073709551614,')
})

test.each(drivers)('moves assets against the money, per holder (%s)', async (driver) => {
  const { client } = await startService({ driver })
  await client.mint('user:1', 10)
  await client.mint('user:2', 10)
  await client.post('/burn', { ...burn, Returns: { 'asset-1': 2 } })
  const buy = { From: 'user:2', To: 'user:1', Amount: 0, Note: 'hats', Returns: { 'asset-1': 2 } }
  expect(await client.post('/transact', buy)).toBe('200')
  expect(await client.post('/transact', buy)).toBe('400 insufficient asset quantity')
  expect(await client.post('/transact', { ...buy, From: 'user:1', To: 'user:2' })).toBe('200')
})

test.each(drivers)('returns note and link unchanged (%s)', async (driver) => {
  const { client } = await startService({ driver })
  const Note = 'a "hat"\n\u2028\0 ü 🎩 \ud800'
  expect(await client.post('/mint', { ...mint, Note })).toBe('200')
  expect((await client.json('/transactions'))[0]?.Note).toBe(Note)
})

test.each(drivers)('lets 64 concurrent payments spend no more than the balance (%s)', async (driver) => {
  const { client } = await startService({ driver })
  await client.mint('user:1', 400)
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      client.post('/transact', { ...transact, To: `shop:${n}`, Amount: 10 }),
    ),
  )
  expect(answers.filter((answer) => answer === '200')).toHaveLength(40)
  expect(new Set(answers.filter((answer) => answer !== '200'))).toEqual(
    new Set(['400 insufficient balance: balance was 0.000000 unit, at least 0.000010 unit is required']),
  )
  expect(await client.get('/balance/user:1')).toBe('200 0')
  expect(await client.json('/transactions/user:1')).toHaveLength(41)
})

test('gives the configured stipend at the configured interval, and reports both', async () => {
  let now = 1_700_000_000_000
  const stipend = { amount: 2_500_000n, intervalMs: 60_000 }
  const { client } = await startService({ stipend, now: () => now })
  const response = await fetch(`${client.address}/currentStipend`)
  expect([await response.text(), response.headers.get('stipend-interval')]).toEqual(['2500000', '60000'])
  expect(await client.post('/stipend/user:1')).toBe('200')
  now += 60_000
  expect(await client.post('/stipend/user:1')).toBe('400 Next stipend not available yet')
  now += 1
  expect(await client.post('/stipend/user:1')).toBe('200')
  expect(await client.get('/balance/user:1')).toBe('200 5000000')
})
