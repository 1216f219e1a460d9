import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { expect, onTestFinished, test } from 'vitest'
import { startLossyProxy } from '../support/lossy-proxy.ts'
import { unit } from '../support/money.ts'
import { register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { withDatabase } from '../support/stock.ts'

test('settles payments whose responses were lost: one is paid, one fails and frees its name', async () => {
  const economy = await startTestEconomy()
  const proxy = await startLossyProxy(economy.address)
  onTestFinished(() => proxy.close())
  const product = await startProduct({ ECONOMY_URL: proxy.address })
  onTestFinished(async () => void (await product.stop()))
  const rich = await register(product.baseUrl, 'Rich')
  const poor = await register(product.baseUrl, 'Poor')
  const idOf = (username: string) =>
    withDatabase(product, (db) =>
      db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow(),
    )
  await economy.mint(await idOf('Rich'), 10 * unit)
  const create = async (person: typeof rich, name: string) => {
    const response = await person.post('/groups/create', { name })
    return [response.status, response.status === 302 ? '' : await response.text()]
  }

  // One payment is refused and one is recorded, and both responses are lost.
  proxy.dropNextResponse()
  const checked = (why: string) => [
    500,
    JSON.stringify({
      message: `This payment is still being checked: ${why}. You won’t pay twice.`,
      code: 'economy.payment_pending',
    }),
  ]
  expect(await create(poor, 'Club')).toEqual(checked('the economy service has not answered'))
  proxy.dropNextResponse()
  expect(await create(rich, 'Guild')).toEqual(checked('the economy service has not answered'))
  const lacking = 'insufficient balance: balance was 0.000000 unit, at least 5.000000 unit is required'
  expect(await create(poor, 'Club')).toEqual(checked(lacking))
  expect(await create(rich, 'Club')).toEqual([400, expect.stringContaining('"name"')])

  await expect.poll(async () => (await rich.get('/groups/Guild')).status).toBe(200)
  expect(await economy.balanceOf(await idOf('Rich'))).toBe(5 * unit)
  await expect
    .poll(async () => (await create(rich, 'Club'))[0], { timeout: 240_000, interval: 1_000 })
    .toBe(302)

  // A failed payment is never charged, even when the balance suffices later.
  await economy.mint(await idOf('Poor'), 100 * unit)
  const payments = await withDatabase(product, (db) =>
    db.selectFrom('payments').select(['state', 'reason', 'attempt']).orderBy('id').execute(),
  )
  expect(payments).toEqual([
    { state: 'failed', reason: lacking, attempt: expect.any(Number) },
    { state: 'paid', reason: null, attempt: expect.any(Number) },
    { state: 'paid', reason: null, attempt: 1 },
  ])
  expect(payments[0]?.attempt, 'retries back off').toBeLessThan(8)
  expect(await economy.balanceOf(await idOf('Poor'))).toBe(100 * unit)
}, 300_000)
