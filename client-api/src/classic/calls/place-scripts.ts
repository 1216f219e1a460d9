import { numbersOf } from '@baseplate/platform/accounts/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import { parsePlaceId, requireKnownPlace, requireServer } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { serverTicketOf, viewerOf } from '../../credentials.ts'
import { textResponse } from '../../replies.ts'
import type { ClientServices } from '../../services.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { jsonResponse } from '../replies.ts'

/** Facts about a place and the addresses of its services, which game servers and studios load beside the place. */
export const placeScriptCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/loadplaceinfo.ashx', '/game/loadplaceinfo'],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: (services, c) => placeScript(services, c, 'placeinfo'),
  },
  {
    paths: ['/game/placespecificscript.ashx', '/game/placespecificscript'],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: (services, c) => placeScript(services, c, 'placedata'),
  },
  {
    paths: ['/game/load-place-info'],
    methods: ['POST'],
    credential: 'server',
    source: 'servers',
    respond: async ({ platform }, c) => {
      const { placeId, creatorId, version } = await factsOf(platform, c, c.req.header('Roblox-Place-Id'))
      return jsonResponse({
        CreatorId: creatorId,
        CreatorType: 'User',
        PlaceVersion: version,
        // Each place is a game of its own.
        GameId: placeId,
        IsRobloxPlace: false,
      })
    },
  },
]

async function placeScript(
  { platform, scripts, signing }: ClientServices,
  c: ClassicContext,
  name: 'placeinfo' | 'placedata',
): Promise<Response> {
  const { placeId, creatorId, version, ticket } = await factsOf(platform, c, c.req.query('placeid') ?? '0')
  const script = scripts[name]({
    _BASE_URL: platform.config.baseUrl,
    _PLACE_ID: placeId,
    _CREATOR_ID: creatorId,
    _PLACE_VERSION: version,
    _SERVER_TICKET: ticket,
  })
  return textResponse(await signing.sign(script), 200, { 'Cache-Control': 'no-store' })
}

interface Facts {
  /** 0: no place, as in a studio with an unpublished one. */
  placeId: number
  /** Number of the maker's account; 0: there is none. */
  creatorId: number
  version: number
  /** Ticket of the game server that asks; empty: another caller. */
  ticket: string
}

/**
 * Returns the facts of a place for its game server, whose ticket also shows private places, and for viewers who see it.
 *
 * @param sent id of the place, as the client sends it
 * @throws Refused `missing`; `invalid`: there is no id; as `requireServer`, if there is a ticket
 */
async function factsOf(platform: Platform, c: ClassicContext, sent: string | undefined): Promise<Facts> {
  if (sent === '0') return { placeId: 0, creatorId: 0, version: 0, ticket: '' }
  if (sent === undefined) throw new Refused('input.request_invalid')
  const ticket = serverTicketOf(c)
  const server = ticket === undefined ? undefined : await requireServer(platform, ticket)
  const { id, ownerId, version } = await requireKnownPlace(platform, parsePlaceId(sent) ?? 0, {
    viewer: await viewerOf(platform, c),
    servedId: server?.placeId,
  })
  const creatorId = (await numbersOf(platform.db, [ownerId])).get(ownerId) ?? 0
  return { placeId: id, creatorId, version, ticket: server?.ticket ?? '' }
}
