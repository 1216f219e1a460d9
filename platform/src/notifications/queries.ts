import type { Db } from '../database.ts'
import type { NotificationType } from './rules.ts'

/** What an inbox holds, without its notifications. */
export interface InboxState {
  unread: number
  /** Id of the newest notification; 0: there was never one. */
  last: number
  /** Counts the changes: of two states it tells the later one. */
  version: number
}

/** A notification as it is shown. */
export interface NotificationView {
  id: number
  type: NotificationType
  /** What happened, with the sender as its subject: "started following you"; without one, a sentence. */
  note: string
  /** Username; null: the platform itself. */
  sender: string | null
  /** Names the sender's small head shot; null: there is none. */
  portrait: string | null
  /** The path of what it is about. */
  link: string
  read: boolean
  /** Unix milliseconds. */
  created: number
}

const emptyInbox: InboxState = { unread: 0, last: 0, version: 0 }

/** One row by its key, however many notifications there are: every page shows the count. */
export const findInbox = async (db: Db, userId: string): Promise<InboxState> =>
  (await db
    .selectFrom('inboxes')
    .select(['unread', 'last_id as last', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? emptyInbox

/** The versions of those inboxes that there are. */
export const listInboxVersions = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('inboxes').select(['user_id', 'version']).where('user_id', 'in', userIds).execute()

/**
 * Takes the row of the inbox, and holds it until the transaction ends: whoever changes the same inbox waits.
 * Whatever is changed in an inbox, its row is taken first, so that no two wait for each other.
 */
export const takeInbox = (db: Db, userId: string) =>
  db
    .insertInto('inboxes')
    .values({ user_id: userId, last_id: 0, unread: 0, read_to: 0, version: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })),
    )
    .returning(['last_id', 'read_to'])
    .executeTakeFirstOrThrow()

/** Whether the sender's last notification of this type is still unread. */
export const hasUnreadOf = async (
  db: Db,
  inbox: { userId: string; readTo: number },
  { senderId, type }: { senderId: string; type: NotificationType },
): Promise<boolean> =>
  (await db
    .selectFrom('notifications')
    .select('id')
    .where('sender_id', '=', senderId)
    .where('user_id', '=', inbox.userId)
    .where('type', '=', type)
    .where('id', '>', inbox.readTo)
    .where('read', '=', 0)
    .executeTakeFirst()) !== undefined

const notificationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('inboxes', 'inboxes.user_id', 'notifications.user_id')
    .leftJoin('users as sender', 'sender.id', 'notifications.sender_id')
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.note',
      'sender.username as sender',
      'sender.portrait',
      'notifications.link',
      'notifications.read',
      'notifications.created',
      'inboxes.read_to as readTo',
    ])
    .where('notifications.user_id', '=', userId)

const view = ({
  read,
  readTo,
  ...rest
}: Omit<NotificationView, 'read'> & { read: number; readTo: number }) => ({
  ...rest,
  read: read === 1 || rest.id <= readTo,
})

/** The newest first. */
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

/** Those that came after one of them, in their order. */
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
