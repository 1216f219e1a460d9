import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { createClientApi } from '@baseplate/client-api/app'
import type { Platform } from '@baseplate/platform/platform'
import '@baseplate/site/context'
import type { OperatorPaths } from '@baseplate/service/operator-paths'
import { representationFault } from '@baseplate/service/representation'
import type { RequestCounts } from '../watching/request-counts.ts'
import { type BodyLimits, bodyLimitsOf, watchBodies } from './bodies.ts'
import { bodyKindOf } from './body-kinds.ts'
import { trustedProxyCheck } from './client-address.ts'
import { clientReader } from './clients.ts'
import { codingFor, compressed } from './compress.ts'
import { isRefused, limitConnections } from './connection-limit.ts'
import { crossOriginFor } from './cross-origin.ts'
import { crossSiteCheck } from './cross-site.ts'
import { secureHeadersFor, setPermissionsPolicy, siteResponse } from './headers.ts'
import { hostDoor } from './host.ts'
import { keepingPages } from './kept-pages.ts'
import { recordRequests } from './record-requests.ts'
import { refuse } from './refuse.ts'
import { limitRequests } from './request-limit.ts'
import { prepareForPages, prepareRequest, takeAccessToken } from './rewrite-request.ts'
import { closeStuckConnections } from './stuck-connections.ts'
import { warnOfCrowd } from './warnings.ts'

/**
 * Idle connections outlive those of reverse proxies, which would otherwise reuse one at the moment it is closed, and answer
 * 502: nginx keeps one to its upstream for 60 seconds, Caddy for two minutes.
 */
const keepAliveMs = 130_000

/** Time for the headers of a request. Bodies have limits of their own: see `watchBodies`. */
const headersMs = 10_000

interface Parts {
  platform: Platform
  clientApi: Awaited<ReturnType<typeof createClientApi>>
  pages: RequestListener
  scriptKeys: () => Promise<readonly string[]>
  operatorPaths: OperatorPaths
  requests: RequestCounts
  /** Whether responses announce that their connections end. */
  isStopping: () => boolean
  /** Shorter times, for tests. */
  times?: Partial<BodyLimits & { headersMs: number }>
}

/**
 * Creates the HTTP server of the site. It handles what all requests have in common, then passes each one to the client endpoints
 * or to the pages.
 */
export function createSiteServer(parts: Parts): Server {
  const { platform, clientApi, pages, scriptKeys, operatorPaths, requests, times = {} } = parts
  const { config } = platform
  const isTrustedProxy = trustedProxyCheck(config.TrustedProxies)
  const clientOf = clientReader(platform, isTrustedProxy)
  const refuseOtherHosts = hostDoor(platform)
  const siteOrigin = new URL(config.baseUrl).origin
  const isCrossSite = crossSiteCheck(siteOrigin)
  const crossOrigin = crossOriginFor(config.Api.CrossOrigin, siteOrigin)
  const secureHeaders = secureHeadersFor(config.baseUrl)
  const nextRequestId = createRequestIds()
  const max = config.Server.ConnectionsPerAddress
  const crowds = { max, isTrustedProxy, onRefused: warnOfCrowd(platform.log) }
  const admit = limitRequests(crowds)
  const servePages = keepingPages(platform.now, compressed(pages))
  const bodies = watchBodies({ ...bodyLimitsOf(config), headers: secureHeaders, ...times })
  const record = recordRequests({ platform, requests, bodies, clientApi, operatorPaths })
  const server: Server = createServer(
    {
      ...timeOuts(times),
      ServerResponse: siteResponse(secureHeaders, () => parts.isStopping() || !server.listening),
    },
    (request, response) => {
      if (isRefused(request.socket)) return
      prepareRequest(request)
      const path = pathOf(request)
      const requestId = nextRequestId()
      const client = clientOf(request)
      const isForClients = clientApi.isFor(request)
      const isConstant = isForClients && clientApi.isConstant(path)
      Object.assign(request, { requestId, clientAddress: client.address, isForClients, isConstant })
      if (!isForClients) setPermissionsPolicy(response)
      record(request, response, { requestId, path, address: client.address })
      const unreadable = bodies.watch(request, response, client.address) ?? faultOf(request)
      if (!admit(client, request, response)) return refuse(request, response, 429)
      if (refuseOtherHosts(request, response, path)) return
      if (unreadable !== undefined) return refuse(request, response, unreadable)
      const isForPages = !isForClients && !operatorPaths.has(path)
      const isForeign = crossOrigin.isForeign(request)
      if (isForPages && crossOrigin.answer(request, response)) return
      const token = isForPages ? takeAccessToken(request) : undefined
      if (isCrossSite(request, client.proxied)) return refuse(request, response, 403)
      if (operatorPaths.answer(path, request, response)) return
      if (isForClients) return clientApi.listener(request, response)
      prepareForPages(request)
      const coding = codingFor(request)
      request.baseplate = { platform, scriptKeys, ...client, requestId, coding, token, isForeign }
      servePages(request, response)
    },
  )
  closeStuckConnections(server)
  limitConnections(server, crowds)
  return server
}

/** A body that is dropped may come in any encoding. */
const faultOf = (request: IncomingMessage) =>
  request.isConstant
    ? undefined
    : representationFault(request.headers, () => bodyKindOf(request).takesGzip ?? false)?.reason

const timeOuts = ({ headersMs: ms = headersMs, checkMs = 1_000 }: NonNullable<Parts['times']>) => ({
  requestTimeout: 0,
  headersTimeout: ms,
  connectionsCheckingInterval: checkMs,
  keepAliveTimeout: keepAliveMs,
})

/** Returns a generator of request ids, which differ between processes. It is cheap, because there may be thousands per second. */
function createRequestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/** Returns the path without its query, which may carry a ticket and must not be logged. */
function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
