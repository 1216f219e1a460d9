import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { endSession } from '../../sign-in/access/end-sessions.ts'
import { createSession } from '../../sign-in/sessions/sessions.ts'
import { device, inSession, registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { startPushService } from '../../testing/push-service.ts'
import { deleteSubscription, listSubscriptionIds } from './queries.ts'
import { maxSubscriptions } from './rules.ts'
import { subscribeBrowser, viewBrowsers } from './subscribe.ts'

describe.each(databases)('browsers with pushes on %s', (kind) => {
  test('are listed until their session ends', async () => {
    const { platform, anna, subscribe, signIn, newBrowser } = await start(kind)
    const token = await signIn()
    const browser = newBrowser()
    await subscribe(browser, token)
    await endSession(platform, token)
    // Signed in again, the same browser has to be turned on again.
    expect(await viewBrowsers(platform, anna)).toEqual([])
    await subscribe(browser, await signIn())
    expect(await viewBrowsers(platform, anna)).toHaveLength(1)
  })

  test('are turned on once, however often that is requested at the same time', async () => {
    const { platform, anna, subscribe, signIn, newBrowser } = await start(kind)
    const token = await signIn()
    const browser = newBrowser()
    await Promise.all(Array.from({ length: 8 }, () => subscribe(browser, token)))
    expect(await viewBrowsers(platform, anna)).toHaveLength(1)
  })

  test('stay below the limit when many are turned on at the same time', async () => {
    const { platform, subscribe, signIn, newBrowser } = await start(kind)
    const token = await signIn()
    await Promise.all(Array.from({ length: maxSubscriptions + 6 }, () => subscribe(newBrowser(), token)))
    const rows = await platform.db.selectFrom('push_subscriptions').select('id').execute()
    expect(rows).toHaveLength(maxSubscriptions)
  })
})

test('a browser with a key that is no point on P-256 is refused', async () => {
  const { signIn, subscribe, newBrowser } = await start('SQLite')
  const p256dh = Buffer.from([4, ...new Uint8Array(64).fill(1)]).toString('base64url')
  await expect(subscribe({ ...newBrowser(), p256dh }, await signIn())).rejects.toMatchObject({
    problems: { p256dh: { code: 'notifications.push_unusable' } },
  })
})

test('removing a browser waits for a transaction that adds pushes for it', async () => {
  const { platform, anna, signIn, subscribe, newBrowser } = await start('PostgreSQL')
  await subscribe(newBrowser(), await signIn())
  await platform.db.transaction().execute(async (trx) => {
    const [id = ''] = await listSubscriptionIds(trx, anna.id)
    const removed = platform.db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '100ms'`.execute(other)
      await deleteSubscription(other, id)
    })
    await expect(removed).rejects.toThrow('lock timeout')
  })
})

async function start(kind: DatabaseKind) {
  const service = await startPushService()
  onTestFinished(service.close)
  const platform = await openTestPlatform(kind)
  const anna = await registerPerson(platform, 'Anna')
  const signIn = () => createSession(platform.db, anna.id, device, platform.now())
  const subscribe = (browser: Record<string, unknown>, token: string) =>
    subscribeBrowser(platform, anna, browser, inSession(token))
  return { platform, anna, signIn, subscribe, newBrowser: service.subscription }
}
