import type { Platform } from '@baseplate/platform/platform'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { addAssetRoutes } from './asset/routes.ts'
import { addAvatarRoutes } from './avatar/routes.ts'
import { addFlagRoutes } from './flags/routes.ts'
import { addGameRoutes } from './game/routes.ts'
import { addRenderRoutes } from './renders/routes.ts'
import { errorResponse, textResponse } from './responses.ts'
import { loadScripts } from './scripts/load.ts'
import { type ClientApi, logFieldsOf } from './services.ts'
import type { Signing } from './signing.ts'
import { addStudioRoutes } from './studio/screenshot.ts'

/** Methods that routes are registered for. HEAD is routed as GET. */
const methods = ['GET', 'POST'] as const

const clientPath = /^\/(?:game\/|asset(?:\/|$)|api\/|studio\/|uploadmedia\/|setting\/)/i

/**
 * Returns whether a path belongs to the client API. The server in front sends all other paths to the pages.
 *
 * @param pathname without the query, in any letter case.
 */
export const isClientPath = (pathname: string): boolean => clientPath.test(pathname)

/**
 * Creates the endpoints of game clients, studios and game servers, for `getRequestListener` of `@hono/node-server`.
 *
 * @throws CannotStart when a script template of the operator is broken.
 */
export async function createClientApi(platform: Platform, signing: Signing): Promise<ClientApi> {
  const scripts = await loadScripts(platform.config.dataDirectory)
  // Routes are in lower case, because clients write paths in any letter case.
  const api: ClientApi = new Hono({ getPath: (request) => getPath(request).toLowerCase() })
  addGameRoutes(api, { platform, signing, scripts })
  addAssetRoutes(api, { platform, signing })
  await addAvatarRoutes(api, platform)
  addRenderRoutes(api, platform)
  addFlagRoutes(api, platform)
  addStudioRoutes(api, platform)
  api.notFound((c) => unmatchedResponse(api, c.req.path))
  api.onError((error, c) => errorResponse(error, logFieldsOf(c), platform.log))
  return api
}

/** Returns 404 or 405. The allowed methods are looked up here, so that heartbeats do not pay for it. */
function unmatchedResponse(api: ClientApi, path: string): Response {
  const allowed = methods.filter((method) => api.router.match(method, path)[0].length > 0)
  return allowed.length === 0
    ? textResponse('Not found', 404)
    : textResponse('Method not allowed', 405, { Allow: allowed.join(', ') })
}
