import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { reportIdInput } from './input.ts'
import { lockReport } from './queries.ts'
import { requireHandled } from './require-handled.ts'
import { whyNotChange } from './rules.ts'

type Handling = { db: Db; now: Clock }

const access = { scope: 'moderate', level: permissionLevel.catalogManager, input: reportIdInput } as const

/**
 * If two handlers claim a report at once, one of them gets it. A moderator can take over a claim.
 *
 * @throws Refused `missing`; `invalid`: it is closed, or another handler has claimed it.
 */
export const claimReport = useCase(
  {
    ...access,
    summary: 'Claims a report for the actor, so that nobody else handles it at the same time.',
  },
  (platform: Handling, actor, { id }): Promise<void> => assign(platform, actor, id, 'claimreport'),
)

/** @throws as `claimReport` */
export const releaseReport = useCase(
  { ...access, summary: "Releases the actor's claim of a report." },
  (platform: Handling, actor, { id }): Promise<void> => assign(platform, actor, id, 'releasereport'),
)

async function assign(
  platform: Handling,
  actor: Actor,
  id: string,
  action: 'claimreport' | 'releasereport',
): Promise<void> {
  const assignee = action === 'claimreport' ? actor.id : null
  await platform.db.transaction().execute(async (db) => {
    const report = requireHandled(actor, await lockReport(db, id))
    const why = whyNotChange(actor, report)
    if (why !== undefined) throw new Refused(why)
    if (report.assignee_id === assignee) return
    await db.updateTable('reports').set({ assignee_id: assignee }).where('id', '=', id).execute()
    await recordAction(
      db,
      {
        actor,
        action,
        subject: `report:${id}`,
        before: { assignee: report.assignee_id },
        after: { assignee },
      },
      platform.now(),
    )
  })
}
