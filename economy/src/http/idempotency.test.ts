import { expect, test } from 'vitest'
import { mint, transact } from '../testing/requests.ts'
import { drivers, startService, temporaryLedger } from '../testing/service.ts'

test.each(drivers)(
  'records an event once per key, even after a restart, and refuses another event (%s)',
  async (driver) => {
    const ledgerFile = temporaryLedger()
    const first = await startService({ driver, ledgerFile })
    const key = { 'Idempotency-Key': 'purchase 1' }
    await first.client.mint('user:1', 5)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => first.client.post('/transact', transact, key)),
    )
    expect(new Set(answers)).toEqual(new Set(['200']))
    await first.economy.close()
    const { client } = await startService({ driver, ledgerFile })
    expect(await client.post('/transact', { ...transact, Fee: 0, Link: '' }, key)).toBe('200')
    expect(await client.get('/balance/user:2')).toBe('200 5')
    const other = '409 idempotency key was used for another event'
    expect(await client.post('/transact', { ...transact, Amount: 4 }, key)).toBe(other)
    expect(await client.post('/mint', mint, key)).toBe(other)
    expect(await client.post('/stipend/user:1', undefined, key)).toBe(other)
    expect((await client.json('/transactions'))[0]?.Key).toBe('purchase 1')
  },
)

test.each(drivers)(
  'does not use up a key for a refused event, and repeats the answer of a stipend (%s)',
  async (driver) => {
    const { client } = await startService({ driver })
    const key = { 'Idempotency-Key': 'k' }
    expect(await client.post('/transact', transact, key)).toMatch(/^400 insufficient balance/)
    expect(await client.post('/stipend/user:1', undefined, key)).toBe('200')
    expect(await client.post('/stipend/user:1', undefined, key)).toBe('200')
    expect(await client.get('/balance/user:1')).toBe('200 10000000')
  },
)

test.each(['', 'x'.repeat(65), 'ü'])('refuses the key %j', async (key) => {
  const { client } = await startService()
  expect(await client.post('/mint', mint, { 'Idempotency-Key': key })).toMatch(/^400 invalid idempotency key/)
})
