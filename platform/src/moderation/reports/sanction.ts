import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { flag, requiredReason } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { days } from '../actions/input.ts'
import { moderateAccount } from '../actions/moderate.ts'
import { contentKinds } from '../takedowns/content-kinds.ts'
import { decide, takeDown } from '../takedowns/decide.ts'
import { closeReport } from './close.ts'
import { closeInput } from './input.ts'
import { findReport, type ReportRow } from './queries.ts'
import { requireHandled } from './require-handled.ts'
import { whyNotChange } from './rules.ts'

/** Only a ban has days. `None`: the account is not moderated. */
const typeWithDays = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('None') }),
    z.object({ type: z.literal('Ban'), days }),
    z
      .object({ type: z.literal(['Warning', 'Termination']) })
      .transform((fields) => ({ ...fields, days: null })),
  ],
  invalid('input.invalid'),
)

/** Checks both parts, so that every field has its message at once. */
const sanctionInput = z
  .object({
    id: z.string().max(100),
    takedown: flag.default(false),
    reason: requiredReason,
    note: closeInput.shape.note,
  })
  .and(typeWithDays)

type Sanctioning = Parameters<typeof moderateAccount>[0] &
  Parameters<typeof closeReport>[0] &
  Parameters<typeof decide>[0]

/**
 * @throws InvalidFields `type` without any sanction, `username` if the owner's account is deleted; Refused `forbidden` unless the
 * actor's level is above the owner's; `missing`; `invalid`: the report is closed, or another handler has claimed it.
 */
export const sanctionReported = useCase(
  {
    summary:
      'Takes down the reported content, moderates its owner, or both, and closes the report as acted on. After a crash in between, the report is still open.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: sanctionInput,
  },
  async (platform: Sanctioning, actor, { id, takedown, reason, note, ...action }): Promise<void> => {
    const report = requireHandled(actor, await findReport(platform.db, id))
    const why = whyNotChange(actor, report)
    if (why !== undefined) throw new Refused(why)
    if (action.type === 'None' && !takedown) throw new InvalidFields({ type: 'reports.sanction_missing' })
    const { owner } = report
    // Before anything happens.
    if (action.type !== 'None' && owner === null)
      throw new InvalidFields({ username: 'accounts.username_missing' })
    if (takedown) await takeDownSubject(platform, actor, report, reason)
    if (action.type !== 'None' && owner !== null)
      await moderateAccount(platform, actor, { ...action, username: owner, reason, note }, report)
    await closeReport(platform, actor, { id, outcome: 'Acted on', note })
  },
)

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
