import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { noSuchPage } from '../foundation/cursor.ts'
import { Refused } from '../foundation/errors.ts'
import { parseNotificationId } from './input.ts'
import { findInbox, listNotifications, type NotificationView } from './queries.ts'

const perPage = 30

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

/**
 * Returns a page of the actor's notifications, newest first.
 *
 * @param cursor `next` of the previous page; null for the first page.
 * @throws Refused `invalid` for an unknown cursor.
 */
export async function viewNotifications(
  platform: { db: Db },
  actor: Actor,
  cursor: string | null = null,
  limit = perPage,
): Promise<NotificationPage> {
  const { db } = platform
  const before = cursor === null ? afterLastId : parseNotificationId(cursor)
  if (before === undefined) throw noSuchPage()
  const { unread, version } = await findInbox(db, actor.id)
  const found = await listNotifications(db, actor.id, { before, limit: limit + 1 })
  const notifications = found.slice(0, limit)
  const last = notifications.at(-1)
  return { notifications, unread, version, next: last && found.length > limit ? String(last.id) : null }
}

/**
 * Returns the path that one of the actor's notifications links to.
 *
 * @throws Refused `missing`: the actor has no notification with that id.
 */
export async function findLink(platform: { db: Db }, actor: Actor, id: string): Promise<string> {
  const found = await platform.db
    .selectFrom('notifications')
    .select('link')
    .where('user_id', '=', actor.id)
    .where('id', '=', parseNotificationId(id) ?? 0)
    .executeTakeFirst()
  if (!found) throw new Refused('notifications.not_found')
  return found.link
}
