import { expect, onTestFinished, test } from 'vitest'
import { startConfigured } from '../support/configured.ts'
import { register } from '../support/person.ts'
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
  await expect.poll(() => receiver.ids.length, { timeout: 20_000 }).toBe(1)
  await killed
  // The ledger of the new product has another address.
  const { ECONOMY_URL: _, ...environment } = product.environment
  const again = await startConfigured(openToReceivers, environment)
  onTestFinished(async () => void (await again.stop()))
  await expect.poll(() => receiver.ids.length, { timeout: 60_000 }).toBe(2)
  expect(new Set(receiver.ids).size).toBe(1)
})
