import { second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { enableWebhook } from '../manage-webhooks.ts'
import { startSending } from '../testing/receiver.ts'

describe.each(databases)('deliveries on %s', (kind) => {
  test('wait while their receiver asks for fewer requests, even if the owner enables the webhook', async () => {
    const { platform, receiver, maker, add, publish, send } = await startSending(kind)
    const { id } = await add(maker, 'place.published', {})
    receiver.respond((response) => {
      response.writeHead(receiver.received.length === 1 ? 200 : 429, { 'retry-after': '20' }).end()
    })
    for (let place = 0; place < 50; place++) await publish(place, 1)
    await send()
    const count = receiver.received.length
    expect(count).toBeLessThan(20)
    receiver.respond(200)
    await enableWebhook.own(platform, maker, { id })
    await send()
    expect(receiver.received).toHaveLength(count)
    platform.pass(20 * second)
    await send()
    expect(receiver.received).toHaveLength(50 + count - 1)
  })

  test('wait as long as their receiver asks when it refuses the first one', async () => {
    const { platform, receiver, maker, add, publish, send } = await startSending(kind)
    await add(maker, 'place.published', {})
    receiver.respond(429, { 'retry-after': '20' })
    for (let place = 0; place < 20; place++) await publish(place, 1)
    await send()
    const count = receiver.received.length
    receiver.respond(200)
    platform.pass(20 * second - 1)
    await send()
    expect(receiver.received).toHaveLength(count)
    platform.pass(1)
    await send()
    expect(receiver.received).toHaveLength(count + 20)
  })
})
