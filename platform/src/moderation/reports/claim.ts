import type { Clock } from '@baseplate/service/clock'
import { recordAction } from '../../accounts/audit/record-action.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { reportIdInput } from './input.ts'
import { permitHandling, requireHandled } from './permit.ts'
import { lockReport } from './queries.ts'
import { whyNotChange } from './rules.ts'

type Handling = { db: Db; now: Clock }

/**
 * Claims a report for the actor. If two handlers claim it at once, one of them gets it. A moderator can take over a claim.
 *
 * @throws InvalidFields `id`; Refused `forbidden` below level 3; `missing`; `invalid`: it is closed, or another handler has
 * claimed it.
 */
export const claimReport = (platform: Handling, actor: Actor, input: unknown): Promise<void> =>
  assign(platform, actor, input, 'claimreport')

/**
 * Releases a claimed report.
 *
 * @throws as `claimReport`.
 */
export const releaseReport = (platform: Handling, actor: Actor, input: unknown): Promise<void> =>
  assign(platform, actor, input, 'releasereport')

async function assign(
  platform: Handling,
  actor: Actor,
  input: unknown,
  action: 'claimreport' | 'releasereport',
): Promise<void> {
  permitHandling(actor)
  const { id } = parseInput(reportIdInput, input)
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
