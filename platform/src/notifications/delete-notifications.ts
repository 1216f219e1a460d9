import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Database, Db } from '../foundation/database.ts'
import { lockInbox } from './queries.ts'

type Builder = ExpressionBuilder<Database, 'notifications'>

/** Deletes a recipient's notifications that meet a condition, and corrects the count of unread ones. */
export async function deleteNotifications(
  db: Db,
  recipientId: string,
  condition: (eb: Builder) => ExpressionWrapper<Database, 'notifications', SqlBool>,
): Promise<void> {
  const { read_to } = await lockInbox(db, recipientId)
  const deleted = await db
    .deleteFrom('notifications')
    .where('user_id', '=', recipientId)
    .where(condition)
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
