import { parsePlaceId } from '@baseplate/platform/places/input'
import { answerText } from '../answer.ts'
import type { ClientApi, Serving } from '../serving.ts'
import { answerScript } from './answer-script.ts'
import { credentialsOf } from './credentials.ts'
import { emptyHostScript, hostScript, serveScript } from './host.ts'
import { joinScript } from './join.ts'
import { answerPlaceFile } from './place-file.ts'
import { clientPresence, serverPresence } from './presence.ts'
import { insertAssetUrl, thumbnailAssetUrl } from './tools.ts'

/** Clients ask the same by either method, on the contract's path and on the legacy one. */
const eitherMethod = ['GET', 'POST']

/** The contract's game-client endpoints for playing and hosting. Paths are in lower case: see `createClientApi`. */
export function addGameRoutes(api: ClientApi, serving: Serving): void {
  const { platform, scripts, signing } = serving
  const { baseUrl } = platform.config

  api.on(eitherMethod, ['/game/join', '/game/join.ashx'], async (c) => {
    // HEAD arrives here as GET does, and must not spend a ticket.
    if (c.req.method === 'HEAD') return answerText('', 405, { Allow: 'GET, POST' })
    const { ticket, privateServer } = c.req.query()
    return answerScript(signing, await joinScript(serving, ticket, privateServer))
  })

  api.on(eitherMethod, '/game/host', async (c) => {
    const { ticket, autopilot } = c.req.query()
    return answerScript(signing, await hostScript(serving, ticket, autopilot))
  })

  api.on(eitherMethod, ['/game/gameserver', '/game/gameserver.ashx'], () =>
    answerScript(signing, emptyHostScript(serving)),
  )

  api.on(eitherMethod, ['/game/visit', '/game/visit.ashx'], () =>
    answerScript(signing, scripts.visit({ _BASE_URL: baseUrl, _PLACE_ID: 0 })),
  )

  api.on(eitherMethod, ['/game/studio', '/game/studio.ashx'], () =>
    answerScript(signing, scripts.studio({ _BASE_URL: baseUrl })),
  )

  api.on(eitherMethod, ['/game/machineconfiguration', '/game/machineconfiguration.ashx'], () =>
    answerText('OK'),
  )

  api.on(eitherMethod, '/game/clientpresence', clientPresence(platform))
  api.on(eitherMethod, '/game/serverpresence', serverPresence(platform))

  api.on(eitherMethod, ['/game/tools/insertasset', '/game/tools/insertasset.ashx'], (c) =>
    c.redirect(insertAssetUrl(platform, c.req)),
  )
  api.on(eitherMethod, ['/game/tools/thumbnailasset', '/game/tools/thumbnailasset.ashx'], async (c) =>
    c.redirect(await thumbnailAssetUrl(platform, c.req)),
  )

  api.get('/game/:id{[0-9]+}/serve', async (c) => {
    const id = parsePlaceId(c.req.param('id')) ?? noPlace
    return answerScript(
      signing,
      await serveScript(serving, id, await credentialsOf(platform, c), c.req.query('port')),
    )
  })

  api.get('/game/:id{[0-9]+}', (c) => {
    const id = parsePlaceId(c.req.param('id')) ?? noPlace
    return answerPlaceFile(platform, id, c)
  })
}

/** Ids that no place can have are those of a place that does not exist. */
const noPlace = 0
