import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startConfigured } from '../support/configured.ts'
import { register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { withDatabase } from '../support/stock.ts'
import { createWebhook, openToReceivers, startReceiver } from '../support/webhooks.ts'

test('an event survives a kill between its delivery and the response, and arrives again with its id', async () => {
  const product = await startConfigured(openToReceivers)
  onTestFinished(async () => void (await product.stop()))
  const founder = await register(product.baseUrl, 'Founder')
  let killed: Promise<void> | undefined
  const receiver = await startReceiver((_, response) => {
    killed ??= product.kill()
    response.end()
  })
  const { id } = await createWebhook(founder, '/settings/webhooks', receiver.url, 'item.sold')
  await founder.post(`/settings/webhooks/${id}?/test`)
  await expect.poll(() => receiver.ids.length, { timeout: 60_000 }).toBe(1)
  await killed
  await startAgain(product)
  await expect.poll(() => receiver.ids.length, { timeout: 60_000 }).toBe(2)
  expect(new Set(receiver.ids).size).toBe(1)
})

test('an event survives a kill before its delivery is made', async () => {
  const product = await startConfigured(openToReceivers)
  onTestFinished(async () => void (await product.stop()))
  const founder = await register(product.baseUrl, 'Founder')
  const receiver = await startReceiver((_, response) => response.end())
  await createWebhook(founder, '/admin/webhooks', receiver.url, 'user.registered')
  await withDatabase(product, (db) => refuseDeliveries.execute(db))
  await register(product.baseUrl, 'Ada')
  await product.kill()
  const [event, ...others] = await withDatabase(product, async (db) => {
    await sql`drop trigger refuse_deliveries`.execute(db)
    return db.selectFrom('webhook_events').select('id').execute()
  })
  expect(others).toEqual([])
  await startAgain(product)
  await expect.poll(() => receiver.ids, { timeout: 60_000 }).toEqual([event?.id])
})

/** Keeps an event in the outbox until the trigger is dropped. */
const refuseDeliveries = sql`
  create trigger refuse_deliveries before insert on webhook_deliveries
  begin select raise(abort, 'no deliveries yet'); end`

/** Starts a killed product's data directory again. */
async function startAgain(product: Product): Promise<void> {
  // The ledger of the new product has another address.
  const { ECONOMY_URL: _, ...environment } = product.environment
  const again = await startConfigured(openToReceivers, environment)
  onTestFinished(async () => void (await again.stop()))
}
