import { findActionInForce, findDeletion, isGone } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import type { NotificationType } from './rules.ts'
import type { NotificationEvent } from './texts.ts'

/** A notification as a mail or a push shows it. */
export interface Delivered {
  id: number
  type: NotificationType
  event: NotificationEvent
  values: Readonly<Record<string, string | number>>
  sender: string | null
  link: string
}

/** Whether a user gets mail and pushes. None while an action is in force against the user, or after they have deleted their account. */
export const isReachable = async (db: Db, userId: string, now: number): Promise<boolean> =>
  !(await findActionInForce(db, userId, now)) && !(await findDeletion(db, userId))

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

/** Stops the mail and the pushes that announce content, inside the transaction that hides it. */
export async function dropDeliveriesOf(db: Db, subject: string): Promise<void> {
  const announced = await db
    .selectFrom('notifications')
    .select(['user_id', 'id'])
    .where('subject', '=', subject)
    .execute()
  for (const { user_id, id } of announced) {
    for (const table of ['notification_mails', 'notification_pushes'] as const)
      await db.deleteFrom(table).where('user_id', '=', user_id).where('notification_id', '=', id).execute()
  }
}
