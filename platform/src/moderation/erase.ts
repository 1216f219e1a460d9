import { redactAudit } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { inParts } from '../foundation/in-parts.ts'
import { forgetHappening } from '../notifications/door.ts'
import { closingNotice } from './reports/closing-notice.ts'
import type { ContentType } from './takedowns/rules.ts'

/** Deletes the takedowns and appeals of content that is deleted, and redacts its entries in the audit log. */
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

/** Deletes the reports about a user and their content, and the notifications of how they were closed. */
async function eraseReports(db: Db, userId: string): Promise<void> {
  await inParts(
    async (limit) => {
      const query = db.selectFrom('reports').select('id').where('subject_user_id', '=', userId)
      return query.limit(limit).execute()
    },
    async (reports) => {
      for (const { id } of reports)
        await db.transaction().execute(async (trx) => {
          const query = trx.deleteFrom('reports').where('id', '=', id)
          const report = await query.returning(['reporter_id', 'type', 'title', 'outcome']).executeTakeFirst()
          if (!report?.outcome) return
          await forgetHappening(trx, report.reporter_id, closingNotice(report, report.outcome))
        })
    },
  )
}

/** Deletes the reports about a user and their content, and what others quoted of the user. Takedowns of items that stay lose their owner. */
export async function eraseModeration({ db }: { db: Db }, userId: string): Promise<void> {
  await eraseReports(db, userId)
  await db.deleteFrom('report_lines').where('user_id', '=', userId).execute()
  await db.transaction().execute(async (trx) => {
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
