import { sql } from 'kysely'
import { isGone } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import type { NotificationType } from './rules.ts'
import { type NotificationEvent, noteOf } from './texts.ts'

/** An inbox without its notifications. */
export interface InboxState {
  unread: number
  /** Id of the newest notification; 0 in an inbox that never had one. */
  last: number
  /** Number of changes. The larger of two is newer. */
  version: number
}

/** A notification as pages show it. */
export interface NotificationView {
  id: number
  type: NotificationType
  event: NotificationEvent
  /** Arguments of the event's text. */
  values: Readonly<Record<string, string | number>>
  /** For programs: a predicate of the sender, such as "started following you"; a whole sentence without a sender. */
  note: string
  /** Username; null for the platform itself. */
  sender: string | null
  /** Name of the sender's small head shot; null without one. */
  portrait: string | null
  /** Path of the subject's page. */
  link: string
  read: boolean
  /** Unix milliseconds. */
  created: number
}

const emptyInbox: InboxState = { unread: 0, last: 0, version: 0 }

/** Reads one row by its key, because every page shows the unread count. Raw SQL, because building the query costs more than running it. */
export async function findInbox(db: Db, userId: string): Promise<InboxState> {
  const { rows } = await sql<InboxState>`
    select unread, last_id as last, version from inboxes where user_id = ${userId}`.execute(db)
  return rows[0] ?? emptyInbox
}

/** Lists the versions of existing inboxes. */
export const listInboxVersions = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('inboxes').select(['user_id', 'version']).where('user_id', 'in', userIds).execute()

/**
 * Locks the inbox until the transaction ends. Every change of an inbox locks its row first, so that transactions cannot deadlock.
 */
export const lockInbox = (db: Db, userId: string) =>
  db
    .insertInto('inboxes')
    .values({ user_id: userId, last_id: 0, unread: 0, read_to: 0, version: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })),
    )
    .returning(['last_id', 'read_to'])
    .executeTakeFirstOrThrow()

/**
 * Whether the sender's last notification of this type is still unread. One that the inbox leaves out counts as unread until a
 * certain time.
 */
export const hasUnreadOf = async (
  db: Db,
  inbox: { userId: string; readTo: number },
  { senderId, type, unlistedSince }: { senderId: string; type: NotificationType; unlistedSince: number },
): Promise<boolean> =>
  (await db
    .selectFrom('notifications')
    .select('id')
    .where('sender_id', '=', senderId)
    .where('user_id', '=', inbox.userId)
    .where('type', '=', type)
    .where((eb) =>
      eb.or([
        eb.and([eb('listed', '=', 1), eb('read', '=', 0), eb('id', '>', inbox.readTo)]),
        eb.and([eb('listed', '=', 0), eb('created', '>', unlistedSince)]),
      ]),
    )
    .executeTakeFirst()) !== undefined

const notificationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('inboxes', 'inboxes.user_id', 'notifications.user_id')
    .leftJoin('users as sender', 'sender.id', 'notifications.sender_id')
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.event',
      'notifications.details',
      'sender.username as sender',
      'sender.portrait',
      'notifications.link',
      'notifications.read',
      'notifications.created',
      'inboxes.read_to as readTo',
    ])
    .where('notifications.user_id', '=', userId)
    .where('notifications.listed', '=', 1)

interface NotificationRow extends Omit<NotificationView, 'values' | 'note' | 'read'> {
  details: string
  read: number
  readTo: number
}

function view({ details, read, readTo, ...rest }: NotificationRow): NotificationView {
  const { event, sender } = rest
  const values = JSON.parse(details) as NotificationView['values']
  return {
    ...rest,
    values,
    note: noteOf({ event, values, sender }),
    read: read === 1 || rest.id <= readTo,
  }
}

/** Lists notifications before an id, newest first. */
export const listNotifications = async (
  db: Db,
  userId: string,
  { before, limit }: { before: number; limit: number },
): Promise<NotificationView[]> => {
  const rows = await notificationsOf(db, userId)
    .where('notifications.id', '<', before)
    .orderBy('notifications.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(view)
}

/** Lists notifications after an id, oldest first. */
export const listNotificationsAfter = async (
  db: Db,
  userId: string,
  { after, limit }: { after: number; limit: number },
): Promise<NotificationView[]> => {
  const rows = await notificationsOf(db, userId)
    .where('notifications.id', '>', after)
    .orderBy('notifications.id')
    .limit(limit)
    .execute()
  return rows.map(view)
}

/** A notification as a mail or a push shows it. */
export interface Delivered {
  id: number
  type: NotificationType
  event: NotificationEvent
  values: Readonly<Record<string, string | number>>
  sender: string | null
  link: string
}

/**
 * Lists the unread ones of these notifications, oldest first. A notification that the inbox does not list counts as unread.
 * Notifications of senders who have been terminated are left out.
 */
export async function listUnread(db: Db, userId: string, ids: readonly number[]): Promise<Delivered[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('inboxes', 'inboxes.user_id', 'notifications.user_id')
    .leftJoin('users as sender', 'sender.id', 'notifications.sender_id')
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.event',
      'notifications.details',
      'sender.username as sender',
      'notifications.link',
    ])
    .where('notifications.user_id', '=', userId)
    .where('notifications.id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('listed', '=', 0),
        eb.and([eb('read', '=', 0), eb('notifications.id', '>', eb.ref('read_to'))]),
      ]),
    )
    .where((eb) => eb.not(isGone('notifications.sender_id')))
    .orderBy('notifications.id')
    .execute()
  return rows.map(({ details, ...row }) => ({
    ...row,
    values: JSON.parse(details) as Delivered['values'],
  }))
}
