import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { type Inbox, notify } from '../../notifications/door.ts'
import { closingNotice } from './closing-notice.ts'
import { closeInput } from './input.ts'
import { lockReport } from './queries.ts'
import { requireHandled } from './require-handled.ts'
import { whyNotChange } from './rules.ts'

/** @throws Refused `missing`; `invalid`: it is closed, or another handler has claimed it. */
export const closeReport = useCase(
  {
    summary: 'Closes a report. Its reporter is notified of the outcome, and does not see the note.',
    scope: 'moderate',
    level: permissionLevel.catalogManager,
    input: closeInput,
  },
  async (
    platform: { db: Db; now: Clock; inbox: Pick<Inbox, 'wake'> },
    actor,
    { id, outcome, note },
  ): Promise<void> => {
    const reporterId = await platform.db.transaction().execute(async (db) => {
      const report = requireHandled(actor, await lockReport(db, id))
      const why = whyNotChange(actor, report)
      if (why !== undefined) throw new Refused(why)
      const now = platform.now()
      const after = { assignee_id: actor.id, closed: now, outcome, closing_note: note }
      await db.updateTable('reports').set(after).where('id', '=', id).execute()
      await recordAction(
        db,
        {
          actor,
          action: 'closereport',
          subject: `report:${id}`,
          before: { assignee: report.assignee_id },
          after: { outcome, note },
        },
        now,
      )
      await notify(
        db,
        {
          recipientId: report.reporter_id,
          senderId: null,
          type: 'report',
          happening: closingNotice(report, outcome),
          link: '/report',
        },
        now,
      )
      return report.reporter_id
    })
    platform.inbox.wake(reporterId)
  },
)
