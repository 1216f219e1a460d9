import { day, hour, minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { chooseLanguage } from '../../accounts/choose-language.ts'
import { moderate } from '../../moderation/actions/moderate.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { databases } from '../../testing/platforms.ts'
import { enqueueEvent } from '../enqueue.ts'
import { enableWebhook, replayDelivery, rotateSecret, testWebhook } from '../manage-webhooks.ts'
import { startSending } from '../testing/receiver.ts'
import { viewWebhooks } from '../view.ts'

describe.each(databases)('deliveries on %s', (kind) => {
  async function start() {
    const started = await startSending(kind)
    const versions = () =>
      started.receiver.received.map(({ body }) => [(body.data.place as { id: number }).id, body.data.version])
    return { ...started, versions }
  }

  test('are signed, with the data and the address of the subject', async () => {
    const { platform, receiver, maker, add, log, publish, send } = await start()
    const { id, secret } = await add(maker, 'place.published', {})
    await publish(1, 2)
    await send()
    const [delivery] = await log(maker, id)
    expect(receiver.received).toMatchObject([
      {
        id: delivery?.id,
        signedBy: [secret],
        body: {
          type: 'place.published',
          timestamp: new Date(platform.now()).toISOString(),
          data: {
            place: { id: 1, name: 'Race' },
            version: 2,
            url: `${platform.config.baseUrl}/place/1/Race`,
          },
        },
      },
    ])
    expect(delivery).toMatchObject({ state: 'delivered', status: 204, attempts: 1, failure: null })
    await send()
    expect(receiver.received).toHaveLength(1)
  })

  test('go to the webhooks of the owner and of the platform that want the event', async () => {
    const { receiver, founder, maker, add, publish, send } = await start()
    await add(maker, 'place.published', { path: '/maker' })
    await add(maker, 'item.sold,comment.created', { path: '/sales' })
    await add(founder, 'place.published', { path: '/founder' })
    await add(founder, 'place.published,user.registered', { path: '/platform', of: 'platform' })
    await publish(1, 1)
    await send()
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/maker', '/platform'])
  })

  test('are retried with the same id, and keep the order of each subject', async () => {
    const { platform, receiver, maker, add, log, publish, send, versions } = await start()
    const { id } = await add(maker, 'place.published', {})
    receiver.respond((response, { body }) => {
      const isFirst = (body.data.place as { id: number }).id === 1
      response.writeHead(isFirst ? 500 : 200).end('No\0 room')
    })
    for (const version of [1, 2]) for (const place of [1, 2]) await publish(place, version)
    await send()
    expect(versions().sort()).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
    ])
    expect(await log(maker, id)).toMatchObject([
      { state: 'delivered' },
      { state: 'waiting', attempts: 0 },
      { state: 'delivered' },
      { state: 'waiting', attempts: 1, status: 500, response: 'No room', due: platform.now() + 5 * second },
    ])
    receiver.respond(200)
    await publish(1, 3)
    await send()
    expect(receiver.received).toHaveLength(3)
    platform.pass(5 * second)
    await send()
    expect(versions().slice(3)).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ])
    expect(receiver.received[3]?.id).toBe(receiver.received.find(({ body }) => body.data.version === 1)?.id)
  })

  test('wait together while their receiver fails, and are given up after a day', async () => {
    const { platform, receiver, maker, add, log, publish, send } = await start()
    const { id } = await add(maker, 'place.published', {})
    receiver.respond(503, { 'retry-after': '600' })
    await publish(1, 1)
    await send()
    for (const place of [2, 3, 4]) await publish(place, 1)
    await send()
    expect(receiver.received).toHaveLength(1)
    platform.pass(5 * second)
    await send()
    expect(receiver.received).toHaveLength(2)
    receiver.respond(200)
    platform.pass(minute)
    await send()
    expect(receiver.received).toHaveLength(4)
    receiver.respond(302, { location: `${receiver.url}/elsewhere` })
    platform.pass(9 * minute)
    await send()
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
    platform.pass(day)
    await send()
    platform.pass(day)
    await send()
    expect(receiver.received).toHaveLength(8)
    expect((await log(maker, id)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'failed',
      'failed',
    ])
  })

  test('to one receiver that hangs do not hold up others', async () => {
    const { platform, receiver, founder, maker, add, log, publish, send } = await start()
    platform.webhookSender.patienceMs = 5_000 // Long enough to publish meanwhile, even on a busy machine.
    const hanging = await add(maker, 'place.published', { path: '/hangs' })
    await add(founder, 'place.published', { path: '/works', of: 'platform' })
    receiver.respond((response, { path }) => {
      if (path === '/works') response.end()
    })
    for (let place = 0; place < 20; place++) await publish(place, 1)
    const sent = send()
    await expect.poll(() => receiver.received.filter(({ path }) => path === '/works').length).toBe(20)
    await publish(30, 1)
    await expect.poll(() => receiver.received.filter(({ path }) => path === '/works').length).toBe(21)
    await sent
    const last = (await log(maker, hanging.id)).at(-1)
    expect(last).toMatchObject({ state: 'waiting', status: null, failure: 'timeout' })
  })

  test('end when the receiver answers 410, or has failed for three days, and the owner is told', async () => {
    const { platform, receiver, founder, maker, add, log, publish, send } = await start()
    const { id } = await add(maker, 'place.published', {})
    const shared = await add(founder, 'place.published', { of: 'platform', path: '/platform' })
    receiver.respond((response, { path }) => {
      response.writeHead(path === '/platform' ? 410 : 500).end()
    })
    for (let passed = 0; passed <= 3 * day; passed += 6 * hour) {
      await publish(1, 1)
      await send()
      platform.pass(6 * hour)
    }
    const [own] = (await viewWebhooks.own(platform, maker)).webhooks
    expect(own).toMatchObject({ disabled: 'failing' })
    expect((await viewWebhooks.platform(platform, founder)).webhooks).toMatchObject([{ disabled: 'gone' }])
    expect((await log(founder, shared.id, 'platform')).length).toBe(1)
    for (const [actor, link] of [
      [maker, '/settings/webhooks'],
      [founder, '/admin/webhooks'],
    ] as const)
      expect((await viewNotifications(platform, actor)).notifications).toMatchObject([{ link }])
    await expect(testWebhook.own(platform, maker, { id })).rejects.toMatchObject({ reason: 'conflict' })
    receiver.respond(200)
    await enableWebhook.own(platform, maker, { id })
    const count = receiver.received.length
    await send()
    expect(receiver.received).toHaveLength(count)
    const [last] = await log(maker, id)
    await replayDelivery.own(platform, maker, { id, delivery: last?.id })
    await send()
    expect(receiver.received.at(-1)?.id).toBe(last?.id)
    expect((await log(maker, id))[0]).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  test('are signed with the old secret as well for a day after a rotation', async () => {
    const { platform, receiver, maker, add, publish, send } = await start()
    const { id, secret } = await add(maker, 'place.published', {})
    const { secret: next } = await rotateSecret.own(platform, maker, { id })
    receiver.secrets.push(next)
    await publish(1, 1)
    await send()
    platform.pass(day)
    await publish(1, 2)
    await send()
    expect(receiver.received.map(({ signedBy }) => signedBy)).toEqual([[secret, next], [next]])
  })

  test('wait while their owner is suspended', async () => {
    const { platform, receiver, founder, maker, add, log, publish, send } = await start()
    const { id } = await add(maker, 'place.published', {})
    await moderate(platform, founder, { username: 'Maker', type: 'Ban', reason: 'Spam', days: '2' })
    await publish(1, 1)
    await send()
    platform.pass(2 * day - 2 * hour)
    await send()
    await publish(1, 2)
    platform.pass(2 * hour)
    await send()
    expect(receiver.received.map(({ body }) => body.data.version)).toEqual([2])
    expect(await log(maker, id)).toMatchObject([
      { state: 'delivered' },
      { state: 'failed', failure: 'expired' },
    ])
  })

  test('as Discord messages mention nobody', async () => {
    const { receiver, maker, add, publish, send } = await start()
    await add(maker, 'place.published', { format: 'discord' })
    maker.username = '@everyone'
    await publish(1, 7)
    await send()
    expect(receiver.received[0]?.body).toMatchObject({
      embeds: [{ title: '\\@everyone published version 7 of “Race”' }],
      allowed_mentions: { parse: [] },
    })
  })

  test("as Discord messages are in the owner's language", async () => {
    const { platform, receiver, maker, add, send } = await start()
    await chooseLanguage(platform, maker, { language: 'de' })
    await add(maker, 'place.server_failed,item.sold', { format: 'discord' })
    const place = { id: 1, name: 'Race' }
    const about = { ownerId: maker.id, subject: 'place:1', link: '/' } as const
    const reason = 'it used more than 2000000000 bytes of memory'
    const failed = { type: 'place.server_failed', ...about, data: () => ({ place, reason }) } as const
    await enqueueEvent(platform.db, failed, platform.now())
    const item = { id: 2, name: 'Hut' }
    const sold = { type: 'item.sold', ...about, data: () => ({ item, buyer: maker, price: '12.5' }) } as const
    await enqueueEvent(platform.db, sold, platform.now())
    await send()
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      { embeds: [{ description: 'Grund\\: Er brauchte mehr als 2\u00a0GB Arbeitsspeicher' }] },
      { embeds: [{ title: 'Maker hat „Hut“ für ◈\u00a012,5 gekauft' }] },
    ])
  })

  test('as Discord messages name a decision as the audit log does', async () => {
    const { platform, receiver, founder, maker, add, send } = await start()
    await add(founder, 'moderation.decided', { format: 'discord', of: 'platform' })
    await moderate(platform, founder, { username: maker.username, type: 'Warning', reason: 'Spam' })
    await send()
    expect(receiver.received[0]?.body).toMatchObject({
      embeds: [{ title: 'Founder\\: Moderated an account \\(Maker\\)', description: 'Spam' }],
    })
  })
})
