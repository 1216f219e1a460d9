import type { Db } from '../database.ts'
import { deleteNotifications } from './delete-notifications.ts'
import { personalTypes } from './rules.ts'

/**
 * Deletes notifications of a sender's actions, inside the transaction that mutes, blocks or erases the sender. Call it last there,
 * and `platform.inbox.wake(recipientId)` after the commit.
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
