import { redactAudit } from '../accounts/erase.ts'
import type { Db } from '../database.ts'
import type { ContentType } from './takedowns/rules.ts'

/** Forgets the takedowns and appeals of content that is deleted, and what the audit log says about it. */
export const forgetContent =
  (type: ContentType) =>
  async (trx: Db, ids: readonly (string | number)[]): Promise<void> => {
    const contentIds = ids.map(String)
    await trx
      .deleteFrom('appeals')
      .where('subject_type', '=', type)
      .where('subject_id', 'in', contentIds)
      .execute()
    await trx
      .deleteFrom('takedowns')
      .where('content_type', '=', type)
      .where('content_id', 'in', contentIds)
      .execute()
    await redactAudit(
      trx,
      contentIds.map((id) => `${type}:${id}`),
    )
  }

/** Deletes the reports about a user and their content. Takedowns of items that stay lose their owner. */
export async function eraseModeration({ db }: { db: Db }, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('reports').where('subject_user_id', '=', userId).execute()
    await forgetContent('description')(trx, [userId])
    await forgetContent('styling')(trx, [userId])
    await trx
      .deleteFrom('appeals')
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', userId)
      .execute()
    await trx
      .updateTable('takedowns')
      .set({ owner_id: null, reason: '' })
      .where('owner_id', '=', userId)
      .execute()
  })
}
