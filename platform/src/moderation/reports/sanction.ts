import { z } from 'zod'
import type { Actor } from '../../accounts/rules.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { requiredReason } from '../../foundation/form-values.ts'
import { invalid, parseInput } from '../../foundation/input.ts'
import { moderateInput } from '../actions/input.ts'
import { moderate } from '../actions/moderate.ts'
import { permitModerating } from '../actions/permit.ts'
import { contentKinds } from '../takedowns/content-kinds.ts'
import { decide, takeDown } from '../takedowns/decide.ts'
import { closeReport } from './close.ts'
import { closeInput } from './input.ts'
import { permitHandling, requireHandled } from './permit.ts'
import { findReport, type ReportRow } from './queries.ts'
import { whyNotChange } from './rules.ts'

const sanctionInput = z.object({
  id: z.string().max(100),
  /** `None`: the account is not moderated. */
  type: z.enum(['None', 'Warning', 'Ban', 'Termination'], invalid('input.invalid')),
  takedown: z.enum(['true', 'false']).default('false'),
  reason: requiredReason,
  note: closeInput.shape.note,
})

type Sanctioning = Parameters<typeof moderate>[0] &
  Parameters<typeof closeReport>[0] &
  Parameters<typeof decide>[0]

/**
 * Takes down the reported content, moderates its owner, or both, and closes the report as acted on. After a crash in between, the
 * report is still open.
 *
 * @param input `id`, `type`, `days`, `takedown`, `reason`, `note`
 * @throws InvalidFields; Refused `forbidden` below level 4, or if the owner's level is not below the actor's; `missing`; `invalid`:
 * the report is closed, or another handler has claimed it.
 */
export async function sanctionReported(platform: Sanctioning, actor: Actor, input: unknown): Promise<void> {
  permitHandling(actor)
  permitModerating(actor)
  const { id, type, takedown, reason, note } = parseInput(sanctionInput, input)
  const report = requireHandled(actor, await findReport(platform.db, id))
  const why = whyNotChange(actor, report)
  if (why !== undefined) throw new Refused(why)
  const takesDown = takedown === 'true'
  if (type === 'None' && !takesDown) throw new InvalidFields({ type: 'reports.sanction_missing' })
  const action = { ...(input as object), username: report.owner ?? '' }
  // Finds problems of its fields before anything happens.
  if (type !== 'None') parseInput(moderateInput, action)
  if (takesDown) await takeDownSubject(platform, actor, report, reason)
  if (type !== 'None') await moderate(platform, actor, action, report)
  await closeReport(platform, actor, { id, outcome: 'Acted on', note })
}

/** Content that is gone already stays as it is. A report about a user quotes the description, so that is removed. */
async function takeDownSubject(
  platform: Sanctioning,
  actor: Actor,
  { type, subject_id }: ReportRow,
  reason: string,
): Promise<void> {
  await decide(platform, actor, async (deciding) => {
    const content = await contentKinds[type === 'user' ? 'description' : type].find(deciding.db, subject_id)
    return content && (await takeDown(deciding, content, { reason })) ? content : undefined
  })
}
