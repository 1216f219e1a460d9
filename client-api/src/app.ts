import type { Platform } from '@baseplate/platform/platform'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { answerError, answerText } from './answer.ts'
import { addAssetRoutes } from './asset/routes.ts'
import { addAvatarRoutes } from './avatar/routes.ts'
import { addFlagRoutes } from './flags/routes.ts'
import { addGameRoutes } from './game/routes.ts'
import { addRenderRoutes } from './renders/routes.ts'
import { loadScripts } from './scripts/load.ts'
import { type ClientApi, loggedAbout } from './serving.ts'
import type { Signing } from './signing.ts'
import { addStudioRoutes } from './studio/routes.ts'

/** Those that some path answers; HEAD is GET without the body. */
const methods = ['GET', 'POST'] as const

const clientPath = /^\/(?:game\/|asset(?:\/|$)|api\/|studio\/|uploadmedia\/|setting\/)/i

/**
 * Whether a request is a game client's: the server in front hands it to the client API, everything else to the pages.
 *
 * @param pathname path of the request without its query, in any letter case.
 */
export const isClientPath = (pathname: string): boolean => clientPath.test(pathname)

/**
 * What game clients, studios and game servers speak, for `getRequestListener` or `createAdaptorServer` of
 * `@hono/node-server`. Which requests are theirs: `isClientPath`.
 *
 * @throws CannotStart for a broken script of the operator's.
 */
export async function createClientApi(platform: Platform, signing: Signing): Promise<ClientApi> {
  const scripts = await loadScripts(platform.config.dataDirectory)
  // Clients write their addresses in any letter case; routes are written in lower case.
  const api: ClientApi = new Hono({ getPath: (request) => getPath(request).toLowerCase() })
  addGameRoutes(api, { platform, signing, scripts })
  addAssetRoutes(api, { platform, signing })
  await addAvatarRoutes(api, platform)
  addRenderRoutes(api, platform)
  addFlagRoutes(api, platform)
  addStudioRoutes(api, platform)
  api.notFound((c) => answerUnanswered(api, c.req.path))
  api.onError((error, c) => answerError(error, loggedAbout(c), platform.log))
  return api
}

/** Looked up only for what nobody answers, so that heartbeats do not pay for it. */
function answerUnanswered(api: ClientApi, path: string): Response {
  const allowed = methods.filter((method) => api.router.match(method, path)[0].length > 0)
  return allowed.length === 0
    ? answerText('Not found', 404)
    : answerText('Method not allowed', 405, { Allow: allowed.join(', ') })
}
