import type { Db } from '../database.ts'
import type { NotificationType } from './rules.ts'

/**
 * Takes the row of the inbox, and holds it until the transaction ends: whoever changes the same inbox waits.
 * Everything in an inbox is changed with its row taken first, so nobody waits for each other.
 */
export const takeInbox = (db: Db, userId: string) =>
  db
    .insertInto('inboxes')
    .values({ user_id: userId, last_id: 0, unread: 0, read_to: 0, version: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })),
    )
    .returning(['last_id', 'unread', 'read_to', 'version'])
    .executeTakeFirstOrThrow()

/** Whether the sender's last notification of this type is still unread. */
export const hasUnreadOf = async (
  db: Db,
  inbox: { userId: string; readTo: number },
  notification: { senderId: string; type: NotificationType },
): Promise<boolean> =>
  (await db
    .selectFrom('notifications')
    .select('id')
    .where('sender_id', '=', notification.senderId)
    .where('user_id', '=', inbox.userId)
    .where('type', '=', notification.type)
    .where('id', '>', inbox.readTo)
    .where('read', '=', 0)
    .executeTakeFirst()) !== undefined
