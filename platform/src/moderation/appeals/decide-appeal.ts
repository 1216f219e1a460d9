import { type Actor, isModerator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
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

/**
 * Decides an appeal. A granted appeal lifts the moderation action or the takedown.
 *
 * @param input `username` of a user or `id` of content, `number`, `decision`, `answer`
 * @returns the username, or the name of the content.
 * @throws InvalidFields; Refused `forbidden`: the actor is not a moderator of a level above the owner's, or made the decision;
 * `missing`: no such appeal; `invalid`: the appeal is decided, or the decision behind it has ended.
 */
export async function decideAppeal(
  platform: Moderating,
  actor: Actor,
  type: AppealedType,
  input: unknown,
): Promise<{ name: string }> {
  if (!isModerator(actor)) throw new Refused('appeals.moderators_only')
  const verdict = parseInput(decisionInputs[type], input)
  let name = ''
  await decide(platform, actor, async (deciding) => {
    const appealed = await settle(deciding, type, verdict)
    name = appealed.name
    return { type, id: appealed.id, ownerId: appealed.ownerId }
  })
  return { name }
}

interface Verdict {
  id: string
  number: number
  decision: AppealDecision
  answer: string
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
