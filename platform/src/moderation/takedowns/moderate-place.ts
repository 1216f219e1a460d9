import { permitModeratingContent, useCase } from '../../accounts/door.ts'
import { isModerator } from '../../accounts/rules.ts'
import { findPlace } from '../../places/door.ts'
import { placeNotFound } from '../../places/rules.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show, takeDown } from './decide.ts'
import { moderatePlaceInput } from './input.ts'

/**
 * Users below a moderator's level are refused here, so that a private place looks to them as if it did not exist.
 *
 * @throws Refused `missing`; `forbidden` unless the actor is a moderator of a level above the owner's
 */
export const moderatePlace = useCase(
  {
    summary:
      'Takes a place down or puts it back. Only its owner and moderators see a place that is taken down. Nobody can play in it, and its server ends. Repeating a decision changes nothing.',
    scope: 'moderate',
    input: moderatePlaceInput,
  },
  async (platform: Moderating, actor, { id: placeId, ...decision }): Promise<void> => {
    const place = await findPlace(platform.db, placeId)
    // A private or taken-down place must look the same as one that does not exist.
    const shown = place && (isModerator(actor) || (place.private_server === 0 && place.taken_down === 0))
    if (!place || !(shown || place.owner_id === actor.id)) throw placeNotFound()
    await permitModeratingContent(platform.db, actor, { what: 'places', ownerId: place.owner_id })
    await decide(platform, actor, async (deciding) => {
      const content = await contentKinds.place.find(deciding.db, String(placeId))
      if (!content) return undefined
      const changed =
        decision.visibility === 'Moderated'
          ? await takeDown(deciding, content, decision)
          : await show(deciding, content)
      return changed ? content : undefined
    })
  },
)
