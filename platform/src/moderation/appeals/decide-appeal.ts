import type { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import {
  type AppealDecision,
  type AppealedType,
  appealDecided,
  appealEnded,
  noSuchAppeal,
  whyNotDecide,
} from '../appeal-rules.ts'
import type { Deciding } from '../takedowns/content.ts'
import { decide, type Moderating } from '../takedowns/decide.ts'
import type { Appealed } from './appealed.ts'
import { appealedKinds } from './appealed-kinds.ts'
import { decisionInputs } from './input.ts'
import { findAppeal, settleAppeal } from './queries.ts'

interface Verdict {
  id: string
  number: number
  decision: AppealDecision
  answer: string
}

/** States the decision of an appeal of one type. */
const decisionOf = <Schema extends z.ZodType<Verdict>>(type: AppealedType, input: Schema) =>
  useCase(
    {
      summary: 'Decides an appeal. A granted appeal lifts the moderation action or the takedown.',
      scope: 'moderate',
      level: permissionLevel.moderator,
      input,
    },
    async (platform: Moderating, actor, verdict): Promise<{ name: string }> => {
      let name = ''
      await decide(platform, actor, async (deciding) => {
        const appealed = await settle(deciding, type, verdict)
        name = appealed.name
        return { type, id: appealed.id, ownerId: appealed.ownerId }
      })
      return { name }
    },
  )

/**
 * Returns the username of a user, or the name of content.
 *
 * @throws InvalidFields `username`; Refused `forbidden`: the actor's level is not above the owner's, or the actor made the decision;
 * `missing`: no such appeal; `invalid`: the appeal is decided, or the decision behind it has ended.
 */
export const decideAppeal = {
  user: decisionOf('user', decisionInputs.user),
  asset: decisionOf('asset', decisionInputs.asset),
  place: decisionOf('place', decisionInputs.place),
}

async function settle(
  deciding: Deciding,
  type: AppealedType,
  { id, number, decision, answer }: Verdict,
): Promise<Appealed> {
  const { db, actor, now } = deciding
  const kind = appealedKinds[type]
  const appealed = await kind.find(deciding, id, number)
  if (!appealed) throw noSuchAppeal()
  const key = { subject_type: type, subject_id: appealed.id, number }
  const appeal = await findAppeal(db, key)
  if (!appeal) throw noSuchAppeal()
  if (appeal.decided !== null) throw appealDecided()
  if (appealed.decision?.number !== number) throw appealEnded()
  const parties = { ...appealed, moderatorId: appealed.decision.moderatorId }
  const why = whyNotDecide(actor, parties, { what: kind.what, ...kind.texts })
  if (why !== undefined) throw new Refused(why)
  const outcome = { decided: now, decision, answer, decided_by: actor.id }
  if (!(await settleAppeal(db, key, outcome))) throw appealDecided()
  const argument = { appeal: appeal.text, answer }
  await (decision === 'Granted' ? appealed.grant(argument) : appealed.refuse(argument))
  return appealed
}
