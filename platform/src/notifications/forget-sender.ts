import type { Db } from '../foundation/database.ts'
import { deleteNotifications } from './delete-notifications.ts'
import { personalTypes } from './rules.ts'

/**
 * Deletes the recipient's notifications of a sender's actions. It locks the recipient's inbox, so call it last in a transaction.
 * After the commit, call `platform.inbox.wake(recipientId)`.
 */
export const forgetSender = (
  db: Db,
  recipientId: string,
  senderId: string,
  which: 'personal' | 'all' = 'personal',
): Promise<void> =>
  deleteNotifications(db, recipientId, (eb) =>
    which === 'all'
      ? eb('sender_id', '=', senderId)
      : eb.and([eb('sender_id', '=', senderId), eb('type', 'in', personalTypes)]),
  )
