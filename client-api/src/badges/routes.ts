import { awardBadge, parseAward } from '@baseplate/platform/badges/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import { requireDataServer } from '@baseplate/platform/game-data/door'
import { parsePlaceId } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { serverTicketOf } from '../credentials.ts'
import { json, refusalReply } from '../game-data/replies.ts'
import { readBody } from '../read-body.ts'
import type { ClientApi } from '../services.ts'

/** Bytes of the body of an award. */
const maxBodyBytes = 1_000

/** Adds the endpoint of docs/reference/badges.md for game servers. */
export function addBadgeRoutes(api: ClientApi, platform: Platform): void {
  /** Awards a badge of the game to a player who is verified in the server. The second award of a badge changes nothing. */
  api.on('POST', '/api/server/badges/:badge{[0-9]+}/award', async (c) => {
    try {
      const caller = await requireDataServer(platform, serverTicketOf(c))
      const body = await readBody(c.env.incoming, maxBodyBytes, () => new Refused('requests.too_large'))
      const { player } = parseAward(body.toString())
      // Ids of badges have the form of ids of places.
      const badgeId = parsePlaceId(c.req.param('badge'))
      if (badgeId === undefined) throw new Refused('badges.not_found')
      const { awarded } = await awardBadge(platform, caller, badgeId, player)
      return json({ awarded })
    } catch (error) {
      const refusal = refusalReply(error)
      if (refusal) return refusal
      throw error
    }
  })
}
