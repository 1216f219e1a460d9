import type { Db } from '../foundation/database.ts'
import { inParts } from '../foundation/in-parts.ts'
import { deleteNotifications } from './delete-notifications.ts'
import { forgetSender } from './forget-sender.ts'

/** Deletes a user's inbox, and the notifications that others have of the user. */
export async function eraseNotifications({ db }: { db: Db }, userId: string): Promise<void> {
  await inParts(
    async (limit) => {
      const query = db.selectFrom('notifications').select('user_id').distinct()
      return query.where('sender_id', '=', userId).limit(limit).execute()
    },
    async (recipients) => {
      for (const { user_id } of recipients)
        await db.transaction().execute((trx) => forgetSender(trx, user_id, userId, 'all'))
    },
  )
  await inParts(
    async (limit) => {
      const query = db.selectFrom('notifications').select('id').where('user_id', '=', userId)
      return query.orderBy('id').limit(limit).execute()
    },
    async (own) => {
      const last = own.at(-1)?.id ?? 0
      await db.transaction().execute((trx) => deleteNotifications(trx, userId, (eb) => eb('id', '<=', last)))
    },
  )
}
