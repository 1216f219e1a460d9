import { z } from 'zod'
import { useCase } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import { noSuchPage } from '../foundation/cursor.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { idInput, noInput } from '../foundation/input.ts'
import type { Inbox } from './inbox.ts'
import { parseNotificationId } from './input.ts'
import { findInbox, listNotifications, type NotificationView } from './queries.ts'
import { readNotification } from './read.ts'

const perPage = 30

/** Notifications in the panel of the bell. */
const newest = 8

/** Larger than every id. */
const afterLastId = Number.MAX_SAFE_INTEGER

interface NotificationPage {
  /** The newest first. */
  notifications: NotificationView[]
  /** Number of unread notifications on all pages. */
  unread: number
  /** Number of changes of the inbox that the page shows. It may show later ones too. */
  version: number
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

/** `cursor` is `next` of the page before. */
const listInput = z.object({ cursor: z.string().optional() }).default({})

/** @throws Refused `invalid` for an unknown cursor. */
export const viewNotifications = useCase(
  {
    summary: "Returns a page of the actor's notifications, newest first.",
    scope: 'read',
    input: listInput,
  },
  async ({ db }: { db: Db }, actor, { cursor }): Promise<NotificationPage> => {
    const before = cursor === undefined ? afterLastId : parseNotificationId(cursor)
    if (before === undefined) throw noSuchPage()
    return readPage(db, actor, before, perPage)
  },
)

export const viewNewestNotifications = useCase(
  {
    summary:
      'Returns the newest notifications with their sentences, so that the panel needs no texts of notifications.',
    scope: 'read',
    input: noInput,
  },
  ({ db }: { db: Db }, actor): Promise<NotificationPage> => readPage(db, actor, afterLastId, newest),
)

async function readPage(db: Db, actor: Actor, before: number, limit: number): Promise<NotificationPage> {
  const { unread, version } = await findInbox(db, actor.id)
  const found = await listNotifications(db, actor.id, { before, limit: limit + 1 })
  const notifications = found.slice(0, limit)
  const last = notifications.at(-1)
  return { notifications, unread, version, next: last && found.length > limit ? String(last.id) : null }
}

/** @throws Refused `missing`: the actor has no notification with that id. */
export const viewLink = useCase(
  {
    summary:
      'Redirects to the subject of a notification. It stays unread, because browsers and mail programs prefetch links.',
    scope: 'social',
    input: idInput,
  },
  async ({ db }: { db: Db }, actor, { id }): Promise<{ link: string }> => ({
    link: await findLink(db, actor, id),
  }),
)

/** @throws Refused `missing`: the actor has no notification with that id. */
export const openNotification = useCase(
  {
    summary: "Marks one of the actor's notifications as read, and returns the path that it links to.",
    scope: 'social',
    input: idInput,
  },
  async (platform: { db: Db; inbox: Pick<Inbox, 'wake'> }, actor, { id }): Promise<{ link: string }> => {
    const link = await findLink(platform.db, actor, id)
    await readNotification(platform, actor, { id })
    return { link }
  },
)

async function findLink(db: Db, actor: Actor, id: string): Promise<string> {
  const found = await db
    .selectFrom('notifications')
    .select('link')
    .where('user_id', '=', actor.id)
    .where('id', '=', parseNotificationId(id) ?? 0)
    .executeTakeFirst()
  if (!found) throw new Refused('notifications.not_found')
  return found.link
}
