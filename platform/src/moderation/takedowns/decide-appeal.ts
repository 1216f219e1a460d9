import { record } from '../../accounts/audit/record.ts'
import { findUser } from '../../accounts/queries.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { requireLockedPlace } from '../../places/managed.ts'
import { appealDecided, appealEnded, noSuchAppeal } from '../actions/appeal-refusals.ts'
import { decideInput } from './input.ts'
import { afterChange, putBack, type TakingDown, tellOwner } from './moderate-place.ts'
import { findTakedownNumbered, settleAppeal } from './queries.ts'
import { whyNotDecide } from './rules.ts'

/**
 * Decides an appeal against a takedown. A granted appeal puts the place back. The owner is told in either case.
 *
 * @param input `id`, `number`, `decision`, `answer`
 * @throws InvalidFields; Refused `forbidden` below level 4, for the owner, the moderator who took the place down, and places of
 * accounts of the actor's level or a higher one; `missing`: no such appeal; `invalid`: it is decided, or the takedown has ended.
 */
export async function decidePlaceAppeal(
  platform: TakingDown,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators decide appeals')
  const { id, number, decision, answer } = parseInput(decideInput, input)
  const place = await platform.db.transaction().execute(async (db) => {
    const takedown = await findTakedownNumbered(db, id, number)
    if (!takedown || takedown.appealed === null) throw noSuchAppeal()
    const place = await requireLockedPlace(db, id)
    const owner = await findUser(db, place.owner_id)
    const why = whyNotDecide(actor, {
      owner_id: place.owner_id,
      ownerLevel: owner?.permission_level ?? null,
      moderator_id: takedown.moderator_id,
    })
    if (why !== undefined) throw new Refused('forbidden', why)
    const now = platform.now()
    const outcome = { decided: now, decision, answer, decided_by: actor.id }
    if (!(await settleAppeal(db, takedown, outcome))) throw appealDecided()
    if (takedown.ended !== null) throw appealEnded()
    const before = { reason: takedown.reason, appeal: takedown.appeal }
    if (decision === 'Granted') {
      const note = `Your appeal for “${place.name}” was granted: ${answer}`
      const noted = { before, after: { answer } }
      if (!(await putBack(db, actor, place, { action: 'grantplaceappeal', note, noted }, now)))
        throw appealEnded()
      return place
    }
    const subject = `place:${id}` as const
    await record(db, { actor, action: 'refuseplaceappeal', subject, before, after: { answer } }, now)
    await tellOwner(db, place, 'appeal', `Your appeal for “${place.name}” was refused: ${answer}`, now)
    return place
  })
  await afterChange(platform, place)
  return { name: place.name }
}
