import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { findManagedPlace } from '../../places/managed.ts'
import { appealedAlready, nothingToAppeal } from '../actions/appeal-refusals.ts'
import { appealInput } from './input.ts'
import { addAppeal, findTakedown } from './queries.ts'

/**
 * Appeals against a takedown. Each takedown can be appealed once. A moderator other than the one who took the place down decides.
 *
 * @throws InvalidFields `text`; Refused `missing`; `forbidden` unless the actor is the owner; `invalid`: the place is not
 * moderated, or the takedown was already appealed.
 */
export async function appealTakedown(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findManagedPlace(db, actor, placeId)
  if (place.owner_id !== actor.id) throw new Refused('forbidden', 'Only the owner can appeal')
  const { text } = parseInput(appealInput, input)
  const takedown = await findTakedown(db, placeId)
  if (!takedown) throw nothingToAppeal()
  if (!(await addAppeal(db, takedown, { created: now(), text }))) throw appealedAlready()
}
