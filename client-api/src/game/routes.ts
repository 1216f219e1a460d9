import { hostQuery, parsePlaceId, ticketQuery } from '@baseplate/platform/places/door'
import { admitsFromList } from '@baseplate/platform/places/rules'
import { credentialsOf } from '../credentials.ts'
import type { DirectRoute } from '../direct.ts'
import { queryOf } from '../query.ts'
import { type Reply, responseOf, textReply, textResponse } from '../replies.ts'
import { type ClientApi, type ClientServices, clientOf, getOrPost } from '../services.ts'
import type { Signing } from '../signing.ts'
import { emptyHostScript, hostScript, serveScript } from './host.ts'
import { joinScript } from './join.ts'
import { servePlaceFile } from './place-file.ts'
import { classicPresence, clientPresence, isClassicPresence, serverPresence } from './presence.ts'
import { insertAssetUrl, thumbnailAssetUrl } from './tools.ts'

/** Adds the endpoints for playing and hosting: docs/reference/client-protocol.md#scripts. */
export function addGameRoutes(api: ClientApi, services: ClientServices): void {
  const { platform, signing } = services

  /** Spends a join ticket, and returns the signed script with which a client joins the game. */
  api.on(getOrPost, ['/game/join', '/game/join.ashx'], async (c) => {
    // HEAD is routed as GET, and must not spend a ticket.
    if (c.req.method === 'HEAD') return textResponse('', 405, { Allow: 'GET, POST' })
    // The description of the API finds the parameters by these calls.
    const [ticket, privateServer] = [c.req.query('ticket'), c.req.query('privateServer')]
    return scriptResponse(signing, await joinScript(services, ticket, privateServer, c.req.raw.signal))
  })

  /** Returns the signed script with which a maker hosts a place. */
  api.on(getOrPost, '/game/host', async (c) => {
    return scriptResponse(signing, await hostScript(services, queryOf(c.req, hostQuery)))
  })

  /** Receives the heartbeat of a player. */
  api.on(getOrPost, ['/game/clientpresence', '/game/clientpresence.ashx'], async (c) => {
    const { incoming } = c.env
    if (isClassicPresence(c.req.query())) return responseOf(await classicPresence(incoming))
    return responseOf(await clientPresence(platform, incoming, queryOf(c.req, ticketQuery)?.ticket))
  })
  /** Receives the heartbeat of a game server. */
  api.on(getOrPost, '/game/serverpresence', (c) =>
    responseOf(serverPresence(platform, c.env.incoming, queryOf(c.req, ticketQuery)?.ticket)),
  )

  /** Returns the signed script with which a server serves a place. */
  api.get('/game/:id{[0-9]+}/serve', async (c) => {
    const id = parsePlaceId(c.req.param('id')) ?? noPlace
    return scriptResponse(
      signing,
      await serveScript(services, id, await credentialsOf(platform, c), c.req.query('port')),
    )
  })

  /** Returns the file of a place. */
  api.get('/game/:id{[0-9]+}', (c) => {
    const id = parsePlaceId(c.req.param('id')) ?? noPlace
    return servePlaceFile(platform, id, c)
  })

  addRoutesWithoutPlace(api, services)
}

/** Adds the endpoints that concern no place. */
function addRoutesWithoutPlace(api: ClientApi, services: ClientServices): void {
  const { platform, scripts, signing } = services
  const { baseUrl } = platform.config

  /** Returns a signed script that hosts no place. */
  api.on(getOrPost, ['/game/gameserver', '/game/gameserver.ashx'], () =>
    scriptResponse(signing, emptyHostScript(services)),
  )

  /** Returns the signed script for playing alone. */
  api.on(getOrPost, ['/game/visit', '/game/visit.ashx'], () =>
    scriptResponse(signing, scripts.visit({ _BASE_URL: baseUrl, _PLACE_ID: 0 })),
  )

  /** Returns the signed script of a studio. */
  api.on(getOrPost, ['/game/studio', '/game/studio.ashx'], () =>
    scriptResponse(signing, scripts.studio({ _BASE_URL: baseUrl })),
  )

  /** Accepts the report of a client's machine, and stores nothing. */
  api.on(getOrPost, ['/game/machineconfiguration', '/game/machineconfiguration.ashx'], () =>
    textResponse('OK'),
  )

  /** Redirects to the operator's service of insertable assets, with the query of the request. */
  api.on(getOrPost, ['/game/tools/insertasset', '/game/tools/insertasset.ashx'], (c) =>
    c.redirect(insertAssetUrl(platform, c.req)),
  )
  /** Redirects to the picture of an asset. */
  api.on(getOrPost, ['/game/tools/thumbnailasset', '/game/tools/thumbnailasset.ashx'], async (c) =>
    c.redirect(await thumbnailAssetUrl(platform, c.req, clientOf(c.env.incoming))),
  )
}

/** Returns the direct routes of client heartbeats, which are the most frequent requests, and of joins. */
export const directGameRoutes = (services: ClientServices): DirectRoute[] => [
  {
    address: /^\/game\/clientpresence\?ticket=([\w-]+)$/i,
    reply: (ticket, request) => clientPresence(services.platform, request, ticket),
  },
  {
    address: /^\/game\/join(?:\.ashx)?\?ticket=([\w-]+)$/i,
    // A join that waits for a game server ends with its request, which Hono observes.
    reply: async (ticket) =>
      admitsFromList(services.platform.config)
        ? undefined
        : scriptReply(services.signing, await joinScript(services, ticket, undefined)),
  },
]

/** Stands for ids that no place can have, so that they are refused as an unknown place. */
const noPlace = 0

/** Signs a script for a client. Caches must not store it, because it may contain a ticket. */
const scriptReply = async (signing: Signing, script: string): Promise<Reply> =>
  textReply(await signing.sign(script), 200, { 'Cache-Control': 'no-store' })

const scriptResponse = async (signing: Signing, script: string): Promise<Response> =>
  responseOf(await scriptReply(signing, script))
