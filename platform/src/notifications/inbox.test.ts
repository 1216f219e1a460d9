import { setTimeout as passing } from 'node:timers/promises'
import { day } from '@baseplate/service/clock'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../tools/cases.ts'
import type { Actor } from '../accounts/rules.ts'
import { sha256 } from '../foundation/ids.ts'
import { endSessionsOf } from '../moderation/accounts/end-sessions-of.ts'
import { moderate } from '../moderation/actions/moderate.ts'
import type { Platform } from '../platform.ts'
import { changePassword } from '../sign-in/access/change-password.ts'
import { endAllSessions, endSession } from '../sign-in/access/end-sessions.ts'
import { createSession } from '../sign-in/sessions/sessions.ts'
import { listen, tell } from '../testing/inboxes.ts'
import { device, inSession, password, registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../testing/platforms.ts'
import { readAllNotifications, readNotification } from './read.ts'

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe.each(databases)('a live inbox on %s', (kind) => {
  test('streams new notifications, and the unread count when some are read elsewhere', async () => {
    const { platform, anna, ben } = await start(kind)
    await tell(platform, anna.id)
    const here = await listen(platform, anna)
    const there = await listen(platform, anna)
    const other = await listen(platform, ben)
    const unread = (listener: typeof here) =>
      listener.events.flatMap((event) => (event.type === 'unread' ? event.unread : []))
    await expect.poll(() => [unread(here), unread(there)]).toEqual([[1], [1]])

    await tell(platform, anna.id, {
      senderId: ben.id,
      type: 'follow',
      happening: { event: 'follow', values: {} },
      link: '/user/Ben',
    })
    await expect.poll(() => [here.ids, there.ids]).toEqual([[2], [2]])
    expect(here.events).toContainEqual({
      type: 'notification',
      notification: expect.objectContaining({
        id: 2,
        sender: 'Ben',
        note: 'started following you',
        read: false,
      }),
    })
    await expect.poll(() => unread(here).at(-1)).toBe(2)
    await readNotification(platform, anna, { id: '2' })
    await expect.poll(() => unread(here).at(-1)).toBe(1)
    await readAllNotifications(platform, anna)
    await expect.poll(() => [unread(here).at(-1), unread(there).at(-1)]).toEqual([0, 0])
    const versions = here.events.flatMap((event) => (event.type === 'unread' ? event.version : []))
    expect(versions).toEqual([...new Set(versions)].sort((one, two) => one - two))
    expect(other.ids).toEqual([])
  })

  test('delivers everything missed while disconnected, in order', async () => {
    const { platform, anna } = await start(kind)
    // Small batches, because too many concurrent queries wait too long for a connection on a busy machine.
    for (const _ of upTo(9)) await Promise.all(upTo(20).map(() => tell(platform, anna.id)))
    const back = await listen(platform, anna, 20)
    await expect.poll(() => back.ids).toEqual(upTo(180).slice(20))
    const restored = await listen(platform, anna, 1_000_000)
    // Its first read tells it which notifications exist.
    await expect.poll(() => restored.events).not.toEqual([])
    await tell(platform, anna.id)
    await expect.poll(() => restored.ids).toEqual([181])
  })

  test('delivers each notification exactly once to followers who reconnect under load', async () => {
    const { platform, anna } = await start(kind)
    let sent = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(12), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        async (people, count) => {
          const before = sent
          sent += count
          const all = Promise.all(upTo(count).map(() => tell(platform, anna.id)))
          const got = await Promise.all(
            people.map(async (stays) => {
              const ids: number[] = []
              for (const stay of stays) {
                const listener = await listen(platform, anna, ids.at(-1) ?? before)
                await passing(stay)
                listener.leave()
                await listener.ended
                ids.push(...listener.ids)
              }
              await all
              const last = await listen(platform, anna, ids.at(-1) ?? before)
              await expect.poll(() => [...ids, ...last.ids].length).toBeGreaterThanOrEqual(count)
              last.leave()
              await last.ended
              return [...ids, ...last.ids]
            }),
          )
          for (const ids of got) expect(ids).toEqual(upTo(count).map((n) => before + n))
        },
      ),
      { numRuns: cases(6, 12) },
    )
  })

  test('does not read ahead of a slow follower', async () => {
    const { platform, anna } = await start(kind)
    const { signal } = new AbortController()
    const coming = platform.inbox.follow({ userId: anna.id, sessionHash: 'none', after: 0 }, signal)
    for (const _ of upTo(200)) await tell(platform, anna.id)
    const first = await coming.next()
    expect(first.value).toMatchObject({ notification: { id: 1 } })
    await platform.db
      .updateTable('notifications')
      .set({ details: JSON.stringify({ item: 'changed' }) })
      .execute()
    const notes: string[] = []
    while (notes.length < 199) {
      const { value } = await coming.next()
      if (value?.type === 'notification') notes.push(value.notification.note)
    }
    expect(notes.filter((note) => note === 'commented on “changed”').length).toBeGreaterThanOrEqual(150)
    await coming.return()
  })

  test('ends streams of ended sessions, finds missed notifications and keeps the others alive by its heartbeat', async () => {
    const { platform, anna } = await start(kind)
    const token = await createSession(platform.db, anna.id, device, platform.now())
    const signal = new AbortController().signal
    const ending = platform.inbox.follow({ userId: anna.id, sessionHash: sha256(token) }, signal)
    expect((await ending.next()).value).toMatchObject({ type: 'unread' })
    const staying = await listen(platform, anna)
    await expect.poll(() => staying.events).not.toHaveLength(0)

    await platform.db.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute()
    await tell({ ...platform, inbox: { ...platform.inbox, wake: () => {} } }, anna.id)
    expect(staying.ids).toEqual([])
    await platform.inbox.heartbeat()
    expect(await notificationsLeft(ending)).toEqual([])
    await expect.poll(() => staying.ids).toEqual([1])
    await expect.poll(() => staying.events).toContainEqual({ type: 'heartbeat' })

    platform.pass(31 * day)
    await platform.inbox.heartbeat()
    await staying.ended
  })

  test('ends a stream when its session ends, and no other', async () => {
    const { platform, anna } = await start(kind)
    const token = await createSession(platform.db, anna.id, device, platform.now())
    const signal = new AbortController().signal
    const ending = platform.inbox.follow({ userId: anna.id, sessionHash: sha256(token) }, signal)
    await ending.next()
    const staying = await listen(platform, anna)
    await expect.poll(() => staying.events).not.toHaveLength(0)
    const rest = notificationsLeft(ending)
    await endSession(platform, token)
    expect(await rest).toEqual([])
    await tell(platform, anna.id)
    await expect.poll(() => staying.ids).toEqual([1])
  })

  test.each([
    ['all sessions end', (platform, user) => endAllSessions(platform, user, { password }, device)],
    [
      'an administrator ends the sessions',
      (platform, user, founder) => endSessionsOf(platform, founder, { username: user.username }),
    ],
    [
      'the password changes on another device',
      (platform, user) => {
        const input = { cpassword: password, npassword: 'another one', cnpassword: 'another one' }
        return changePassword(platform, user, input, inSession('another'))
      },
    ],
    [
      'the user is banned',
      (platform, { username }, founder) =>
        moderate(platform, founder, { username, type: 'Ban', reason: 'Spam', days: '1' }),
    ],
  ] as [string, (platform: Platform, user: Actor, founder: Actor) => Promise<unknown>][])(
    'ends a stream at once when %s',
    async (_, act) => {
      const { platform, anna, ben } = await start(kind)
      const listener = await listen(platform, ben)
      await expect.poll(() => listener.events).not.toHaveLength(0)
      await act(platform, ben, anna)
      await listener.ended
    },
  )

  test('streams nothing to a banned user until the ban expires', async () => {
    const { platform, anna, ben } = await start(kind)
    const listener = await listen(platform, anna)
    const other = await listen(platform, ben)
    await expect.poll(() => listener.events).not.toHaveLength(0)
    const ban = { user_id: anna.id, number: 1, type: 'Ban', reason: 'Spam', moderator_id: ben.id } as const
    await platform.db
      .insertInto('moderation_actions')
      .values({ ...ban, created: platform.now(), expires: platform.now() + day })
      .execute()
    await platform.inbox.heartbeat()
    await listener.ended
    platform.pass(day)
    const back = await listen(platform, anna)
    await expect.poll(() => back.events).not.toHaveLength(0)
    await platform.inbox.heartbeat()
    for (const { events } of [back, other])
      await expect.poll(() => events).toContainEqual({ type: 'heartbeat' })
  })

  test('ends the oldest of eleven streams of one inbox', async () => {
    const { platform, anna } = await start(kind)
    const first = await listen(platform, anna)
    await expect.poll(() => first.events).not.toHaveLength(0)
    const others = await Promise.all(upTo(10).map(() => listen(platform, anna)))
    await first.ended
    expect(first.events.at(-1)).toEqual({ type: 'crowded' })
    // A follower that has not read the inbox yet would treat the notification as already delivered.
    for (const { events } of others) await expect.poll(() => events).not.toHaveLength(0)
    await tell(platform, anna.id)
    for (const { ids } of others) await expect.poll(() => ids).toEqual([1])
    expect(first.ids).toEqual([])
  })

  test('ends every stream when the process stops, and accepts no new one', async () => {
    const { platform, anna } = await start(kind)
    const listener = await listen(platform, anna)
    await expect.poll(() => listener.events).not.toHaveLength(0)
    platform.endWaits()
    await listener.ended
    const late = await listen(platform, anna)
    await late.ended
    expect(late.events).toEqual([])
  })
})

/** Returns the notifications of the rest of a stream. When its signals connect, a process sends other events, too. */
const notificationsLeft = async (stream: ReturnType<Platform['inbox']['follow']>) =>
  (await Array.fromAsync(stream)).filter(({ type }) => type === 'notification')

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  return {
    platform,
    anna: await registerPerson(platform, 'Anna'),
    ben: await registerPerson(platform, 'Ben'),
  }
}
