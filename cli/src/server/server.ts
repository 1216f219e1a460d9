import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { isClientPath } from '@baseplate/client-api/app'
import type { Platform } from '@baseplate/platform/platform'
import '@baseplate/site/context'
import type { OperatorPaths } from '@baseplate/service/operator-paths'
import type { RequestCounts } from '../watching/request-counts.ts'
import { type BodyLimits, defaultBodyLimits, watchBodies } from './bodies.ts'
import { clientAddressBehind, trustedProxyCheck } from './client-address.ts'
import { codingFor, compressed } from './compress.ts'
import { isRefused, limitConnections } from './connection-limit.ts'
import { crossSiteCheck } from './cross-site.ts'
import { secureHeadersFor, setPermissionsPolicy, siteResponse } from './headers.ts'
import { hostCheck } from './host.ts'
import { recordRequests } from './record-requests.ts'
import { refuse } from './refuse.ts'
import { limitRequests } from './request-limit.ts'
import { takeAccessToken, useNamedPlaceData, useOriginForm } from './rewrite-request.ts'
import { closeStuckConnections } from './stuck-connections.ts'

/**
 * Idle connections outlive those of reverse proxies, which would otherwise reuse one at the moment it is closed, and answer
 * 502: nginx keeps one to its upstream for 60 seconds, Caddy for two minutes.
 */
const keepAliveMs = 130_000

/** Minimum interval between two warnings of refused connections. */
const warnEveryMs = 60_000

/** Time for the headers of a request. Bodies have limits of their own: see `watchBodies`. */
const headersMs = 10_000

interface Parts {
  platform: Platform
  clientApi: RequestListener
  /** Returns the route of a client endpoint. */
  clientRoute: (method: string, path: string) => string
  pages: RequestListener
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
  const { platform, clientApi, clientRoute, pages, operatorPaths, requests, times = {} } = parts
  const { config } = platform
  const isTrustedProxy = trustedProxyCheck(config.TrustedProxies)
  const clientAddress = clientAddressBehind(isTrustedProxy)
  const whyNotHost = hostCheck(config)
  const warnOfHost = warnOfOtherHosts(platform)
  const isCrossSite = crossSiteCheck(new URL(config.baseUrl).origin, isTrustedProxy)
  const secureHeaders = secureHeadersFor(config.baseUrl)
  const nextRequestId = createRequestIds()
  const crowds = {
    max: config.Server.ConnectionsPerAddress,
    isTrustedProxy,
    onRefused: warnOfCrowd(platform),
  }
  const admit = limitRequests(crowds)
  const compressedPages = compressed(pages)
  const bodies = watchBodies({
    ...defaultBodyLimits,
    headers: secureHeaders,
    uploadRate: config.Server.UploadBytesPerSecond,
    ...times,
  })
  const record = recordRequests({
    platform,
    requests,
    bodies,
    routeOf: (method, path) => (operatorPaths.has(path) ? path : clientRoute(method, path)),
  })
  const server: Server = createServer(
    {
      ...timeOuts(times),
      ServerResponse: siteResponse(secureHeaders, () => parts.isStopping() || !server.listening),
    },
    (request, response) => {
      if (isRefused(request.socket)) return
      useOriginForm(request)
      const path = pathOf(request)
      const requestId = nextRequestId()
      request.requestId = requestId
      const address = clientAddress(request.socket.remoteAddress, headerOf(request, 'x-forwarded-for'))
      const isForClients = isClientPath(path)
      if (!isForClients) setPermissionsPolicy(response)
      record(request, response, { requestId, path, address })
      bodies.watch(request, response)
      if (!admit(address, request, response)) return refuse(request, response, 429)
      const badHost = whyNotHost(request, path)
      if (badHost === 421) warnOfHost(request)
      if (badHost !== undefined) return refuse(request, response, badHost, config.baseUrl)
      const token = isForClients || operatorPaths.has(path) ? undefined : takeAccessToken(request)
      if (isCrossSite(request)) return refuse(request, response, 403)
      if (operatorPaths.answer(path, request, response)) return
      if (isForClients) return clientApi(request, response)
      useNamedPlaceData(request)
      if (isFormless(request)) request.headers['content-type'] = 'application/x-www-form-urlencoded'
      request.baseplate = { platform, address, requestId, coding: codingFor(request), token }
      compressedPages(request, response)
    },
  )
  closeStuckConnections(server)
  limitConnections(server, crowds)
  return server
}

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

const warnOfCrowd = ({ log }: Platform): ((address: string) => void) =>
  atMostOnceAMinute((address) =>
    log.warn(
      { address, key: 'Server.ConnectionsPerAddress' },
      'too many connections or requests from one address; a reverse proxy belongs in TrustedProxies',
    ),
  )

const warnOfOtherHosts = ({ log }: Platform): ((request: IncomingMessage) => void) =>
  atMostOnceAMinute(({ headers }) =>
    log.warn(
      { host: headers.host, key: 'Client.Hosts' },
      'a request named a host that is not the site’s; proxies must forward Host, and further names belong in Client.Hosts',
    ),
  )

/** Warns the operator at most once a minute, because a flood of connections or requests must not flood the log. */
function atMostOnceAMinute<About>(warn: (about: About) => void): (about: About) => void {
  let quietUntil = 0
  return (about) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + warnEveryMs
    warn(about)
  }
}

/** Returns the path without its query, which may carry a ticket and must not be logged. */
function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Whether a program calls an action without fields. It sends no body and so no content type, which SvelteKit requires. */
const isFormless = (request: IncomingMessage) =>
  request.method === 'POST' &&
  request.headers['content-type'] === undefined &&
  (request.headers['content-length'] ?? '0') === '0' &&
  request.headers['transfer-encoding'] === undefined
