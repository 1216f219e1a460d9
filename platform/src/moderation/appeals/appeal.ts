import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { type AppealedType, appealedAlready, nothingToAppeal } from '../appeal-rules.ts'
import { appealedKinds } from './appealed-kinds.ts'
import { appealInputs } from './input.ts'
import { findAppeal, insertAppeal } from './queries.ts'

/**
 * Appeals against a moderation action or a takedown, once for each. A moderator who was not involved decides.
 *
 * @param about the actor, or the actor's content.
 * @throws InvalidFields `text`; Refused `missing`; `forbidden` unless the actor is the owner; `invalid`: there is nothing to
 * appeal, or it was appealed already.
 */
export async function appeal(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  about: { type: AppealedType; id: string | number },
  input: unknown,
): Promise<void> {
  const { type } = about
  const id = String(about.id)
  const kind = appealedKinds[type]
  await kind.permit(db, actor, id)
  const { text } = parseInput(appealInputs[type], input)
  const created = now()
  const number = await kind.findAppealable(db, id, created)
  if (number === undefined) throw nothingToAppeal()
  const appeal = { subject_type: type, subject_id: id, number, author_id: actor.id, created, text }
  if (!(await insertAppeal(db, appeal))) throw appealedAlready()
}

/** Returns the actor's appeal against the moderation action in force, or null. */
export async function viewOwnAppeal({ db }: { db: Db }, actor: Actor) {
  if (!actor.standing) return null
  const { number } = actor.standing
  return (await findAppeal(db, { subject_type: 'user', subject_id: actor.id, number })) ?? null
}
