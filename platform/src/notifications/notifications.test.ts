import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { tell } from '../testing/inboxes.ts'
import { registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../testing/platforms.ts'
import { viewLink, viewNotifications } from './list.ts'
import { notify } from './notify.ts'
import { findInbox } from './queries.ts'
import { readAllNotifications, readNotification } from './read.ts'
import { createNotificationSweep } from './sweep.ts'

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe.each(databases)('notifications on %s', (kind) => {
  test('numbers and counts a hundred concurrent notifications without gaps or repeats', async () => {
    const { platform, anna } = await start(kind)
    await Promise.all(upTo(100).map(() => tell(platform, anna.id)))
    const rows = await platform.db.selectFrom('notifications').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(upTo(100))
    expect(await findInbox(platform.db, anna.id)).toMatchObject({ unread: 100, last: 100 })
  })

  test('lists notifications newest first, page by page', async () => {
    const { platform, anna, ben } = await start(kind)
    expect(await viewNotifications(platform, anna)).toEqual({
      notifications: [],
      unread: 0,
      version: 0,
      next: null,
    })
    await tell(platform, anna.id, {
      senderId: ben.id,
      type: 'follow',
      happening: { event: 'follow', values: {} },
      link: '/user/Ben',
    })
    for (const _ of upTo(64)) await tell(platform, anna.id)

    const first = await viewNotifications(platform, anna)
    const second = await viewNotifications(platform, anna, { cursor: first.next })
    const third = await viewNotifications(platform, anna, { cursor: second.next })
    const ids = [first, second, third].flatMap(({ notifications }) => notifications.map(({ id }) => id))
    expect(ids).toEqual(upTo(65).reverse())
    expect([first.unread, third.unread, third.next]).toEqual([65, 65, null])
    expect(third.notifications.at(-1)).toEqual({
      id: 1,
      type: 'follow',
      event: 'follow',
      values: {},
      note: 'started following you',
      sender: 'Ben',
      portrait: null,
      link: '/user/Ben',
      read: false,
      created: platform.now(),
    })
    expect(first.notifications[0]).toMatchObject({ sender: null })
    expect((await viewNotifications(platform, ben)).notifications).toEqual([])
  })

  test('marks several notifications as read at once, or none if one is missing', async () => {
    const { platform, anna } = await start(kind)
    for (const _ of upTo(4)) await tell(platform, anna.id)
    await readNotification(platform, anna, { id: '2' })
    await expect(readNotification(platform, anna, { id: '1,9' })).rejects.toMatchObject({ reason: 'missing' })
    await readNotification(platform, anna, { id: '1,2,4,4' })
    const { notifications, unread } = await viewNotifications(platform, anna)
    expect(notifications.map(({ id, read }) => [id, read])).toEqual([
      [4, true],
      [3, false],
      [2, true],
      [1, true],
    ])
    expect(unread).toBe(1)
  })

  test('marks a notification as read once under concurrent requests, and only for its owner', async () => {
    const { platform, anna, ben } = await start(kind)
    for (const _ of upTo(3)) await tell(platform, anna.id)
    await Promise.all(upTo(20).map(() => readNotification(platform, anna, { id: '2' })))
    const { notifications, unread } = await viewNotifications(platform, anna)
    expect(notifications.map(({ read }) => read)).toEqual([false, true, false])
    expect(unread).toBe(2)
    expect(await viewLink(platform, anna, { id: '2' })).toEqual({ link: '/catalog/1/hat' })

    const missing = { reason: 'missing', message: 'Notification not found' }
    await expect(viewLink(platform, ben, { id: '2' })).rejects.toMatchObject(missing)
    await expect(viewLink(platform, anna, { id: 'first' })).rejects.toMatchObject(missing)
    await expect(readNotification(platform, anna, { id: '4' })).rejects.toMatchObject(missing)
    await expect(readNotification(platform, ben, { id: '1' })).rejects.toMatchObject(missing)
    for (const id of ['', '-1', '1.5', 'x', '1,', '1,x', '1e3', '9'.repeat(400)])
      await expect(readNotification(platform, anna, { id })).rejects.toMatchObject({
        errors: { id: 'This value isn’t valid' },
      })
  })

  test('marks all as read without miscounting notifications that arrive meanwhile', async () => {
    const { platform, anna } = await start(kind)
    for (const _ of upTo(5)) await tell(platform, anna.id)
    await Promise.all(
      upTo(30).flatMap((n) => [
        tell(platform, anna.id),
        n % 3 === 0 ? readAllNotifications(platform, anna) : undefined,
        n % 5 === 0 ? readNotification(platform, anna, { id: String(n / 5) }) : undefined,
      ]),
    )
    const counted = async () => {
      const pages = [await viewNotifications(platform, anna)]
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
        pages.push(await viewNotifications(platform, anna, { cursor: next }))
      return pages.flatMap(({ notifications }) => notifications).filter(({ read }) => !read).length
    }
    expect((await findInbox(platform.db, anna.id)).unread).toBe(await counted())
    await readAllNotifications(platform, anna)
    expect([(await findInbox(platform.db, anna.id)).unread, await counted()]).toEqual([0, 0])
    await tell(platform, anna.id)
    expect([(await findInbox(platform.db, anna.id)).unread, await counted()]).toEqual([1, 1])
  })

  test('repeats everything but an unread follow or friend request', async () => {
    const { platform, anna, ben } = await start(kind)
    const carl = await registerPerson(platform, 'Carl')
    const follow = { senderId: ben.id, type: 'follow' } as const
    const typesOf = async () =>
      (await viewNotifications(platform, anna)).notifications.map(({ type, sender }) => `${type} ${sender}`)

    await Promise.all(upTo(10).map(() => tell(platform, anna.id, follow)))
    expect(await typesOf()).toEqual(['follow Ben'])
    expect(await findInbox(platform.db, anna.id)).toMatchObject({ unread: 1, last: 1 })
    await tell(platform, anna.id, { ...follow, type: 'friendrequest' })
    await tell(platform, anna.id, { ...follow, senderId: carl.id })
    await tell(platform, anna.id, { ...follow, type: 'comment' })
    await tell(platform, anna.id, { ...follow, type: 'comment' })
    expect(await typesOf()).toEqual([
      'comment Ben',
      'comment Ben',
      'follow Carl',
      'friendrequest Ben',
      'follow Ben',
    ])

    await readNotification(platform, anna, { id: '1' })
    await tell(platform, anna.id, follow)
    expect((await typesOf())[0]).toBe('follow Ben')
    await tell(platform, anna.id, follow)
    await readAllNotifications(platform, anna)
    await tell(platform, anna.id, follow)
    await tell(platform, anna.id, follow)
    expect((await typesOf()).filter((type) => type === 'follow Ben')).toHaveLength(3)
  })

  test('notifies no user of their own action, and stores only links of this site', async () => {
    const { platform, anna } = await start(kind)
    await tell(platform, anna.id, { senderId: anna.id })
    expect(await findInbox(platform.db, anna.id)).toMatchObject({ last: 0 })
    for (const link of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
    ])
      await expect(tell(platform, anna.id, { link })).rejects.toThrow('no path of this site')
  })

  test('stores nothing when the transaction fails', async () => {
    const { platform, anna } = await start(kind)
    const happening = { event: 'comment', values: { item: 'x' } } as const
    const about = { recipientId: anna.id, senderId: null, type: 'comment', happening, link: '/x' } as const
    const failing = platform.db.transaction().execute(async (db) => {
      await notify(db, about, platform.now())
      throw new Error('no such luck')
    })
    await expect(failing).rejects.toThrow('no such luck')
    await tell(platform, anna.id)
    expect(await findInbox(platform.db, anna.id)).toMatchObject({ unread: 1, last: 1 })
  })

  test('removes read notifications after 90 days and keeps unread ones', async () => {
    const { platform, anna, ben } = await start(kind)
    await platform.db.transaction().execute(async (db) => {
      const row = {
        user_id: ben.id,
        type: 'comment',
        event: 'comment',
        details: '{"item":"x"}',
        sender_id: null,
        link: '/x',
        read: 1,
      } as const
      for (const id of upTo(1_200)) {
        await db
          .insertInto('notifications')
          .values({ ...row, id, created: platform.now() })
          .execute()
      }
      await db
        .insertInto('inboxes')
        .values({ user_id: ben.id, last_id: 1_200, unread: 0, read_to: 0, version: 1 })
        .execute()
    })
    for (const _ of upTo(4)) await tell(platform, anna.id)
    await readAllNotifications(platform, anna)
    for (const _ of upTo(4)) await tell(platform, anna.id)
    await readNotification(platform, anna, { id: '7' })
    const left = async () => (await viewNotifications(platform, anna)).notifications.map(({ id }) => id)
    const sweep = createNotificationSweep(platform)

    platform.pass(90 * day)
    await sweep(platform)
    expect(await left()).toHaveLength(8)
    await tell(platform, anna.id)
    platform.pass(1)
    await sweep(platform)
    expect(await left()).toEqual([9, 8, 6, 5])
    expect((await viewNotifications(platform, ben)).notifications).toEqual([])

    // The next round removes old notifications that are read later.
    await readAllNotifications(platform, anna)
    await sweep(platform)
    await sweep(platform)
    expect(await left()).toEqual([9])
    await tell(platform, anna.id)
    expect(await left()).toEqual([10, 9])
  })
})

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const anna: Actor = await registerPerson(platform, 'Anna')
  const ben: Actor = await registerPerson(platform, 'Ben')
  return { platform, anna, ben }
}
