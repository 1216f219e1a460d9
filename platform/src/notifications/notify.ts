import { isSilenced } from '../accounts/blocks/queries.ts'
import type { Db } from '../database.ts'
import { isOwnPath } from '../foundation/own-path.ts'
import { hasUnreadOf, lockInbox } from './queries.ts'
import { isPersonal, isUnrepeated, type NotificationType } from './rules.ts'
import type { Happening } from './texts.ts'

export interface NewNotification {
  recipientId: string
  /** Null for the platform itself. */
  senderId: string | null
  type: NotificationType
  happening: Happening
  /** Path of the subject's page: `/user/anna`. */
  link: string
}

/**
 * Adds a notification to the recipient's inbox, inside the transaction of the verb that causes it. Call it last there, because the
 * recipient's inbox stays locked until the commit. After the commit the verb calls `platform.inbox.wake(recipientId)`.
 *
 * Users get no notification of their own actions, nor of users whom they have muted or blocked. While one of an unrepeated type
 * (`isUnrepeated`) is unread, the same sender's next one is dropped.
 */
export async function notify(db: Db, notification: NewNotification, now: number): Promise<void> {
  const { recipientId, senderId, type, happening, link } = notification
  if (!isOwnPath(link)) throw new Error(`a notification links to ${link}, which is no path of this site`)
  if (senderId === recipientId) return
  const { last_id, read_to } = await lockInbox(db, recipientId)
  // Asked after the lock: muting a sender deletes the sender's notifications under the same lock.
  if (senderId !== null && isPersonal(type) && (await isSilenced(db, recipientId, senderId))) return
  if (senderId !== null && isUnrepeated(type)) {
    if (await hasUnreadOf(db, { userId: recipientId, readTo: read_to }, { senderId, type })) return
  }
  const id = last_id + 1
  await db
    .updateTable('inboxes')
    .set((eb) => ({ last_id: id, unread: eb('unread', '+', 1), version: eb('version', '+', 1) }))
    .where('user_id', '=', recipientId)
    .execute()
  await db
    .insertInto('notifications')
    .values({
      user_id: recipientId,
      id,
      type,
      event: happening.event,
      details: JSON.stringify(happening.values),
      sender_id: senderId,
      link,
      read: 0,
      created: now,
    })
    .execute()
}
