import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { isClientPath } from '@baseplate/client-api/app'
import type { Platform } from '@baseplate/platform/platform'
import '@baseplate/site/context'
import type { RequestCounts } from '../watching/request-counts.ts'
import { type BodyLimits, defaultBodyLimits, watchBodies } from './bodies.ts'
import { clientAddressBehind, trustedProxyCheck } from './client-address.ts'
import { codingFor, compressed } from './compress.ts'
import { isRefused, limitConnections } from './connection-limit.ts'
import { crossSiteCheck } from './cross-site.ts'
import { endStuck } from './end-stuck.ts'
import type { ForOperators } from './for-operators.ts'
import { secureHeadersFor } from './headers.ts'
import { useOriginForm } from './origin-form.ts'
import { nameRequests } from './request-id.ts'
import { setRetryAfter } from './retry-after.ts'

/**
 * Idle connections outlive those of reverse proxies, which would otherwise reuse one at the moment it is closed, and answer
 * 502: nginx keeps one to its upstream for 60 seconds, Caddy for two minutes.
 */
const keepAliveMs = 130_000

/** Of refused connections, a line is logged this often. */
const warnEveryMs = 60_000

/** Time for the headers of a request. Bodies have limits of their own: see `watchBodies`. */
const headersMs = 10_000

/**
 * Heartbeats come thousands a second, and each player asks how each other one looks; their lines would drown all
 * others, and cost more than the answers.
 */
const unloggedPath = /^\/(game\/(client|server)presence$|asset\/(characterfetch|bodycolours)\/)/i

/** As nginx has it: whoever asked went away before there was an answer. */
const goneStatus = 499

/** Of those, one is looked at for so many: timing each would cost a tenth of what it takes to answer it. */
const unloggedForOne = 16

interface Parts {
  platform: Platform
  clientApi: RequestListener
  /** Names the route of a path of clients. */
  clientRoute: (method: string, path: string) => string
  pages: RequestListener
  forOperators: ForOperators
  requests: RequestCounts
  /** Shorter times, for tests. */
  times?: Partial<BodyLimits & { headersMs: number }>
}

/**
 * The one server of the site: what every request has in common happens here, then client endpoints and pages answer,
 * the former without passing through the latter.
 */
export function createSiteServer(parts: Parts): Server {
  const { platform, clientApi, clientRoute, pages, forOperators, requests, times = {} } = parts
  const { config } = platform
  const isTrustedProxy = trustedProxyCheck(config.TrustedProxies)
  const clientAddress = clientAddressBehind(isTrustedProxy)
  const isCrossSite = crossSiteCheck(new URL(config.baseUrl).origin, isTrustedProxy)
  const setSecureHeaders = secureHeadersFor(config.baseUrl)
  const nextRequestId = nameRequests()
  // Lines of requests are put together below, of nothing secret: looking for it in each would cost as much as the line.
  const requestLog = platform.log.child({}, { redact: [] })

  const compressedPages = compressed(pages)

  let unlogged = 0

  const bodies = watchBodies({
    ...defaultBodyLimits,
    uploadRate: config.Server.UploadBytesPerSecond,
    ...times,
  })
  const timing = {
    requestTimeout: 0,
    headersTimeout: times.headersMs ?? headersMs,
    connectionsCheckingInterval: times.checkMs ?? 1_000,
    keepAliveTimeout: keepAliveMs,
  }
  const server = createServer(timing, (request, response) => {
    if (isRefused(request.socket)) return
    useOriginForm(request)
    const path = pathOf(request)
    const requestId = nextRequestId()
    request.requestId = requestId
    const address = clientAddress(request.socket.remoteAddress, headerOf(request, 'x-forwarded-for'))
    setSecureHeaders(response)
    setRetryAfter(response)
    const isLogged = !unloggedPath.test(path)
    if (isLogged) {
      response.setHeader('X-Request-Id', requestId)
      whenDone(response, (ms) => {
        count(request, response, path, ms, 1)
        log({ requestId, path: loggedPath(path), address }, request, response, ms)
      })
    } else if (++unlogged % unloggedForOne === 0) {
      whenDone(response, (ms) => count(request, response, path, ms, unloggedForOne))
    }
    bodies.watch(request, response)
    if (isCrossSite(request)) {
      refuse(response, 403, 'Cross-site requests are refused')
      return
    }
    if (forOperators.answer(path, request, response)) return
    if (isClientPath(path)) {
      clientApi(request, response)
      return
    }
    if (isFormless(request)) request.headers['content-type'] = 'application/x-www-form-urlencoded'
    request.baseplate = { platform, address, requestId, coding: codingFor(request) }
    compressedPages(request, response)
  })
  endStuck(server)
  limitConnections(server, {
    max: config.Server.ConnectionsPerAddress,
    isExempt: isTrustedProxy,
    onRefused: warnOfCrowd(platform),
  })
  return server

  function log(about: object, request: IncomingMessage, response: ServerResponse, took: number): void {
    const { method } = request
    const ms = Math.round(took * 10) / 10
    // What streams, or waits for somebody's slow line, says nothing of how quick we are.
    if (method === 'GET' && !isStream(response)) platform.requestTimes.observe(ms)
    requestLog.info(
      { ...about, method, status: bodies.cutOffWith(response) ?? response.statusCode, ms },
      'request',
    )
  }

  /** @param times so many requests it stands for. */
  function count(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    ms: number,
    times: number,
  ): void {
    const page = request.baseplate
    const route = page
      ? (page.route ?? 'none')
      : forOperators.has(path)
        ? path
        : clientRoute(request.method ?? 'GET', path)
    const took = page && isStream(response) ? undefined : ms
    const sent = response.headersSent ? response.statusCode : goneStatus
    requests.add(route, bodies.cutOffWith(response) ?? sent, took, times)
  }
}

/** Whoever opens thousands of connections must not fill the log, too. */
function warnOfCrowd({ log }: Platform): (address: string) => void {
  let quietUntil = 0
  return (address) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + warnEveryMs
    log.warn(
      { address, key: 'Server.ConnectionsPerAddress' },
      'too many connections from one address; a reverse proxy belongs in TrustedProxies',
    )
  }
}

function whenDone(response: ServerResponse, done: (ms: number) => void): void {
  const started = performance.now()
  response.once('close', () => done(performance.now() - started))
}

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

/** Whoever reads the log could set somebody's password with the address of a recovery link. */
const loggedPath = (path: string) => path.replace(/^\/recover\/[^/]+/i, '/recover/…')

/** The path alone: queries carry tickets, which belong in no log. */
function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** A program that calls an action without fields sends no body, and so no type for it, which SvelteKit insists on. */
const isFormless = (request: IncomingMessage) =>
  request.method === 'POST' &&
  request.headers['content-type'] === undefined &&
  (request.headers['content-length'] ?? '0') === '0' &&
  request.headers['transfer-encoding'] === undefined

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(message)
}
