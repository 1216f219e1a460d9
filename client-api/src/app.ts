import type { RequestListener } from 'node:http'
import type { Platform } from '@baseplate/platform/platform'
import { getRequestListener } from '@hono/node-server'
import { Hono, type HonoRequest } from 'hono'
import { getPath } from 'hono/utils/url'
import { addEmblemRoutes } from './asset/emblem.ts'
import { addAssetRoutes, directAssetRoutes } from './asset/routes.ts'
import { createScriptAssets } from './asset/script-assets.ts'
import { addBlockFigureRoutes } from './avatar/block-figure.ts'
import { createResize } from './avatar/resize.ts'
import { addAvatarRoutes, directAvatarRoutes } from './avatar/routes.ts'
import { addBadgeRoutes } from './badges/routes.ts'
import { callsInEffect, pathsOf } from './classic/calls-in-effect.ts'
import { clientRequestCheck, pathCheck } from './classic/paths.ts'
import { addClassicCalls } from './classic/routes.ts'
import { clientTarget } from './client-target.ts'
import { serveDirectly } from './direct.ts'
import { addFlagRoutes } from './flags/routes.ts'
import { addPlayerRoutes, directPlayerRoutes } from './game/players.ts'
import { addGameRoutes, directGameRoutes } from './game/routes.ts'
import { addWorldRoutes } from './game/world.ts'
import { addDataRoutes } from './game-data/routes.ts'
import { addRenderRoutes } from './renders/routes.ts'
import { errorReply, responseOf, textResponse } from './replies.ts'
import { routeNameOf, routeNamesOf } from './route-names.ts'
import { loadScripts } from './scripts/load.ts'
import { addServerRoutes } from './server/routes.ts'
import { type ClientApi, type ClientServices, logFieldsOf } from './services.ts'
import type { Signing } from './signing.ts'
import { addStudioRoutes } from './studio/screenshot.ts'

/** Methods that routes are registered for. HEAD is routed as GET. */
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The endpoints of game clients, studios and game servers. */
export interface ClientEndpoints {
  listener: RequestListener
  /** Whether a request is for these endpoints. All others are for the pages. */
  isFor: ReturnType<typeof clientRequestCheck>
  /** Whether a path of these endpoints is that of a constant call, whose requests cost no line of the log. */
  isConstant: (path: string) => boolean
  /** Returns the route of a request, for metrics. */
  routeOf: (method: string, path: string) => string
  /** Routes of classic calls, as `routeOf` names them. */
  classicRoutes: ReadonlySet<string>
}

/** @throws CannotStart when a script template or a file of constants of the operator is broken. */
export async function createClientApi(platform: Platform, signing: Signing): Promise<ClientEndpoints> {
  const scripts = await loadScripts(platform.files)
  const services = { platform, signing, scripts, scriptAssets: createScriptAssets(signing) }
  const { api, calls, constants } = await createRoutes(services)
  const direct = [
    ...directGameRoutes(services),
    ...directPlayerRoutes(platform),
    ...directAvatarRoutes(platform),
    ...directAssetRoutes(services),
    constants,
  ]
  // The server in front reads the rest of a body after an early response.
  const hono = getRequestListener(api.fetch, { autoCleanupIncoming: false })
  const serve = serveDirectly(direct, hono, platform.log)
  return {
    listener: (request, response) => {
      request.url = clientTarget(request.url ?? '/')
      serve(request, response)
    },
    isFor: clientRequestCheck(pathsOf(calls)),
    isConstant: pathCheck(pathsOf(calls.filter(({ constant }) => constant))),
    routeOf: routeNamesOf(api),
    classicRoutes: new Set(pathsOf(calls).map(routeNameOf)),
  }
}

async function createRoutes(services: ClientServices) {
  const { platform } = services
  // Routes are in lower case, because clients write paths in any letter case.
  const api: ClientApi = new Hono({ getPath: (request) => getPath(request).toLowerCase() })
  addGameRoutes(api, services)
  addPlayerRoutes(api, platform)
  addWorldRoutes(api, platform)
  const resize = createResize()
  addAssetRoutes(api, services, resize)
  addEmblemRoutes(api, platform)
  await addAvatarRoutes(api, platform, resize)
  if (platform.config.Engine !== 'classic') addBlockFigureRoutes(api, platform)
  addRenderRoutes(api, platform)
  addFlagRoutes(api, platform)
  addStudioRoutes(api, platform)
  addServerRoutes(api, platform)
  addDataRoutes(api, platform)
  addBadgeRoutes(api, platform)
  const calls = await callsInEffect(
    platform.files,
    api.routes.map(({ path }) => path),
  )
  const constants = await addClassicCalls(api, services, calls)
  api.notFound((c) => unmatchedResponse(api, c.req.path))
  api.onError((error, c) =>
    responseOf(errorReply(error, logFieldsOf(c.env.incoming), platform.log, readsCodes(c.req))),
  )
  return { api, calls, constants }
}

/** Whether the sender of a request is a game server that decides by the code of an error. */
const readsCodes = (request: HonoRequest): boolean =>
  request.path.startsWith('/api/server/') && /\bapplication\/json\b/.test(request.header('Accept') ?? '')

/** Returns 404 or 405. The allowed methods are looked up here, so that heartbeats do not pay for it. */
function unmatchedResponse(api: ClientApi, path: string): Response {
  const allowed = methods.filter((method) => api.router.match(method, path)[0].length > 0)
  return allowed.length === 0
    ? textResponse('Not found', 404)
    : textResponse('Method not allowed', 405, { Allow: allowed.join(', ') })
}
