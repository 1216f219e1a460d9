import { expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { createSession } from '../../sign-in/sessions/sessions.ts'
import { tell } from '../../testing/inboxes.ts'
import { device, inSession, registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { startPushService } from '../../testing/push-service.ts'
import { sendPushes } from './send.ts'
import { subscribeBrowser } from './subscribe.ts'

test.each(databases)('slow browsers of one user do not hold up the pushes of others on %s', async (kind) => {
  const service = await startPushService()
  onTestFinished(service.close)
  const platform = await openTestPlatform(kind)
  const [anna, ben] = [await registerPerson(platform, 'Anna'), await registerPerson(platform, 'Ben')]
  const subscribe = async (user: Actor) => {
    const token = await createSession(platform.db, user.id, device, platform.now())
    await subscribeBrowser(platform, user, service.subscription(), inSession(token))
  }
  for (let count = 0; count < 4; count++) await subscribe(anna)
  await tell(platform, anna.id)
  const held: (() => void)[] = []
  service.respond((response) => held.push(() => response.writeHead(201).end()))
  const sent = sendPushes({ ...platform, pushConnections: service.connections }, new AbortController().signal)
  // A user takes two places, however many browsers are slow.
  await expect.poll(() => held).toHaveLength(2)
  service.respond(201)
  await subscribe(ben)
  await tell(platform, ben.id)
  const waiting = () =>
    platform.db.selectFrom('notification_pushes').select('user_id').where('user_id', '=', ben.id).execute()
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
  expect(service.requests()).toBe(3)
  for (const respond of held) respond()
  await sent
})
