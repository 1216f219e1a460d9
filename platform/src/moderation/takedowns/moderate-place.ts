import { permitModeratingContent } from '../../accounts/permit-moderating.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import { parseInput } from '../../foundation/input.ts'
import { findPlace } from '../../places/queries.ts'
import { placeNotFound } from '../../places/rules.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show, takeDown } from './decide.ts'
import { moderatePlaceInput } from './input.ts'

/**
 * Takes a place down or puts it back. Only its owner and moderators see a place that is taken down. Nobody can play in it, and
 * its server ends. Repeating a decision changes nothing.
 *
 * @param input `visibility`, `reason`
 * @throws InvalidFields; Refused `missing`; `forbidden` unless the actor is a moderator of a level above the owner's.
 */
export async function moderatePlace(
  platform: Moderating,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findPlace(platform.db, placeId)
  // A private or taken-down place must look the same as one that does not exist.
  const shown = place && (isModerator(actor) || (place.private_server === 0 && place.taken_down === 0))
  if (!place || !(shown || place.owner_id === actor.id)) throw placeNotFound()
  await permitModeratingContent(platform.db, actor, { what: 'places', ownerId: place.owner_id })
  const decision = parseInput(moderatePlaceInput, input)
  await decide(platform, actor, async (deciding) => {
    const content = await contentKinds.place.find(deciding.db, String(placeId))
    if (!content) return undefined
    const changed =
      decision.visibility === 'Moderated'
        ? await takeDown(deciding, content, decision)
        : await show(deciding, content)
    return changed ? content : undefined
  })
}
