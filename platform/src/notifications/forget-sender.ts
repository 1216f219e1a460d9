import type { Db } from '../database.ts'
import { lockInbox } from './queries.ts'
import { personalTypes } from './rules.ts'

/**
 * Deletes notifications of what a sender did, inside the transaction that mutes, blocks or erases the sender. Call it last there,
 * and `platform.inbox.wake(recipientId)` after the commit.
 */
export async function forgetSender(
  db: Db,
  recipientId: string,
  senderId: string,
  which: 'personal' | 'all' = 'personal',
): Promise<void> {
  const { read_to } = await lockInbox(db, recipientId)
  const deleted = await db
    .deleteFrom('notifications')
    .where('user_id', '=', recipientId)
    .where('sender_id', '=', senderId)
    .$if(which === 'personal', (query) => query.where('type', 'in', personalTypes))
    .returning(['id', 'read'])
    .execute()
  if (deleted.length === 0) return
  const unread = deleted.filter(({ id, read }) => read === 0 && id > read_to).length
  await db
    .updateTable('inboxes')
    .set((eb) => ({ unread: eb('unread', '-', unread), version: eb('version', '+', 1) }))
    .where('user_id', '=', recipientId)
    .execute()
}
