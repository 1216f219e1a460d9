import { findActionInForce, findDeletion } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'

/** Whether a user gets mail and pushes. None while an action is in force against the user, or after they have deleted their account. */
export const isReachable = async (db: Db, userId: string, now: number): Promise<boolean> =>
  !(await findActionInForce(db, userId, now)) && !(await findDeletion(db, userId))

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
