import { day, hour, minute, second } from '@baseplate/service/clock'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { muteUser } from '../../blocking/mute.ts'
import { moderate } from '../../moderation/actions/moderate.ts'
import { openPlatform } from '../../platform.ts'
import { endSession } from '../../sign-in/access/end-sessions.ts'
import { createSession } from '../../sign-in/sessions/sessions.ts'
import { tell } from '../../testing/inboxes.ts'
import { device, inSession, registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { startPushService } from '../../testing/push-service.ts'
import { readAllNotifications } from '../read.ts'
import { updateNotificationSettings } from '../update-settings.ts'
import type { PushConnections } from './post.ts'
import { maxSubscriptions } from './rules.ts'
import { sendPushes } from './send.ts'
import { subscribeBrowser, unsubscribeBrowser, viewBrowsers } from './subscribe.ts'

const never = new AbortController().signal

describe.each(databases)('pushes on %s', (kind) => {
  test('reach each browser of the user encrypted, in the reader’s language', async () => {
    const { platform, service, anna, ben, push, subscribe } = await start(kind)
    await subscribe(anna)
    await platform.db.updateTable('users').set({ language: 'de' }).where('id', '=', anna.id).execute()
    await comment(anna, ben)
    await push()
    const message = {
      title: 'Baseplate',
      body: 'Ben hat „your hat“ kommentiert',
      link: '/catalog/1/hat',
      id: 1,
    }
    expect(service.messages).toEqual([message, message])
    await push()
    expect(service.requests()).toBe(2)
    async function comment(to: Actor, from: Actor) {
      await tell(platform, to.id, { senderId: from.id })
    }
  })

  test('are left out if they are read, muted or switched off, after a sign-out, and for banned users', async () => {
    const { platform, service, founder, anna, ben, push, token } = await start(kind)
    await tell(platform, anna.id)
    await readAllNotifications(platform, anna)
    await tell(platform, anna.id, { senderId: ben.id })
    await muteUser(platform, anna, { username: 'Ben' })
    await tell(platform, anna.id)
    await updateNotificationSettings(platform, anna, { comments_push: 'false' })
    await push()
    await tell(platform, anna.id, { type: 'moderation' })
    await moderate(platform, founder, { username: 'Anna', type: 'Ban', reason: 'Spam', days: '1' })
    await push()
    platform.pass(2 * day)
    await tell(platform, anna.id, { type: 'moderation' })
    await endSession(platform, token)
    await push()
    expect(service.requests()).toBe(0)
    expect(await viewBrowsers(platform, anna)).toEqual([])
  })

  test('wait for the end of quiet hours', async () => {
    const { platform, service, anna, push } = await start(kind)
    await updateNotificationSettings(platform, anna, {
      quietfrom: '11:00',
      quietto: '13:00',
      timezone: 'UTC',
    })
    await tell(platform, anna.id)
    await push()
    expect(service.requests()).toBe(0)
    platform.pass(hour)
    await push()
    expect(service.messages).toHaveLength(1)
  })

  test('are retried while the push service fails, as late as it asks, and at most for a day', async () => {
    const { platform, service, anna, push } = await start(kind)
    service.respond(503, { 'retry-after': '600' })
    await tell(platform, anna.id)
    await push()
    platform.pass(9 * minute)
    await push()
    expect(service.requests()).toBe(1)
    service.respond((response) => response.destroy())
    platform.pass(minute)
    await push()
    service.respond(() => {})
    platform.pass(minute)
    await push({ patienceMs: 100 })
    service.respond(201)
    platform.pass(5 * minute)
    await push()
    expect([service.requests(), service.messages.length]).toEqual([4, 1])

    service.respond(429)
    await tell(platform, anna.id)
    await push()
    platform.pass(day)
    await push()
    service.respond(201)
    platform.pass(day)
    await push()
    expect(service.messages).toHaveLength(1)
  })

  test('wait together while the push service of their browser fails', async () => {
    const { platform, service, anna, ben, subscribe, push } = await start(kind)
    await subscribe(ben)
    service.respond(503)
    for (let count = 0; count < 40; count++) await tell(platform, anna.id)
    await tell(platform, ben.id)
    await push()
    expect(service.requests()).toBe(2)
    service.respond(201)
    platform.pass(minute)
    await push()
    expect(service.messages).toHaveLength(41)
  })

  test.each([401, 403])('are retried when the push service answers %i', async (status) => {
    const { platform, service, anna, push } = await start(kind)
    service.respond(status)
    await tell(platform, anna.id)
    await push()
    expect(await viewBrowsers(platform, anna)).toHaveLength(1)
    service.respond(201)
    platform.pass(minute)
    await push()
    expect(service.messages).toHaveLength(1)
  })

  test('are dropped when they are refused, and end with their subscription', async () => {
    const { platform, service, anna, push } = await start(kind)
    service.respond(413)
    await tell(platform, anna.id)
    await push()
    platform.pass(hour)
    await push()
    expect(service.requests()).toBe(1)
    service.respond(410)
    await tell(platform, anna.id)
    await tell(platform, anna.id)
    await push()
    expect(await viewBrowsers(platform, anna)).toEqual([])
  })

  test('go to a limited number of browsers, at public addresses, which their user can remove', async () => {
    const { platform, service, anna, ben, subscribe, push } = await start(kind)
    for (let count = 0; count < maxSubscriptions; count++) {
      platform.pass(second)
      await subscribe(anna)
    }
    const browsers = await viewBrowsers(platform, anna)
    expect(browsers).toHaveLength(maxSubscriptions)
    await unsubscribeBrowser(platform, ben, { id: browsers[0]?.id ?? '' })
    for (const { id } of browsers.slice(1)) await unsubscribeBrowser(platform, anna, { id })
    await tell(platform, anna.id)
    await push()
    expect(service.messages).toHaveLength(1)

    const token = await createSession(platform.db, anna.id, device, platform.now())
    const keys = service.subscription()
    for (const endpoint of [
      'http://push.example/x',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://push.example:22/',
    ])
      await expect(
        subscribeBrowser(platform, anna, { ...keys, endpoint }, inSession(token)),
      ).rejects.toMatchObject({
        problems: { endpoint: { code: 'notifications.push_unusable' } },
      })
    await subscribeBrowser(platform, ben, { ...keys, endpoint: 'https://localhost/' }, inSession(token))
    await tell(platform, ben.id)
    // The platform's own connections refuse an address of this machine.
    await sendPushes(platform, never)
    expect(await viewBrowsers(platform, ben)).toEqual([])
  })
})

test('two sites at once send a push once, with the same key', async () => {
  const { platform, service, anna } = await start('PostgreSQL')
  const second = await openPlatform(platform.config, platform.log, platform.now)
  try {
    expect(await second.vapidKeys()).toEqual(await platform.vapidKeys())
    await tell(platform, anna.id)
    await Promise.all(
      [platform, second, second].map((site) =>
        sendPushes({ ...site, pushConnections: service.connections }, never),
      ),
    )
    expect(service.requests()).toBe(1)
  } finally {
    await second.close()
  }
})

test('a push service that does not respond does not delay the stop of the process', async () => {
  const { platform, service, anna } = await start('SQLite')
  let arrived = () => {}
  const request = new Promise<void>((resolve) => {
    arrived = resolve
  })
  service.respond(() => arrived())
  await tell(platform, anna.id)
  await tell(platform, anna.id)
  const closing = new AbortController()
  const pushConnections = { ...service.connections, closing }
  const sent = sendPushes({ ...platform, pushConnections }, never)
  await request
  closing.abort()
  await sent
  service.respond(201)
  platform.pass(minute)
  await sendPushes({ ...platform, pushConnections: service.connections }, never)
  expect(service.messages).toHaveLength(2)
})

async function start(kind: DatabaseKind) {
  const service = await startPushService()
  onTestFinished(service.close)
  const platform = await openTestPlatform(kind)
  const founder = await registerPerson(platform, 'Founder')
  const anna = await registerPerson(platform, 'Anna')
  const ben = await registerPerson(platform, 'Ben')
  const subscribe = async (user: Actor) => {
    const token = await createSession(platform.db, user.id, device, platform.now())
    await subscribeBrowser(platform, user, service.subscription(), inSession(token))
    return token
  }
  const token = await subscribe(anna)
  const push = (changed?: Partial<PushConnections>) =>
    sendPushes({ ...platform, pushConnections: { ...service.connections, ...changed } }, never)
  return { platform, service, founder, anna, ben, subscribe, push, token }
}
