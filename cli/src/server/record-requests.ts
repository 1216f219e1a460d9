import type { IncomingMessage } from 'node:http'
import type { ClientEndpoints } from '@baseplate/client-api/app'
import { noRoute } from '@baseplate/client-api/route-names'
import type { Platform } from '@baseplate/platform/platform'
import type { OperatorPaths } from '@baseplate/service/operator-paths'
import '@baseplate/site/context'
import type { RequestCounts } from '../watching/request-counts.ts'
import type { Bodies } from './bodies.ts'
import type { SiteResponse } from './headers.ts'

/**
 * Heartbeats, of which thousands arrive per second, and the appearances of players. Their lines would drown all others and cost
 * more than the responses. Those of constant calls are for the level `debug`.
 */
const unloggedPath =
  /^\/(game\/((client|server)presence(\.ashx)?|players|verify)$|asset\/(characterfetch|bodycolours)\/)/i

/** Counts one unlogged request in this many. Timing each would cost a tenth of its response. */
const sampleInterval = 16

/** The status of a client that left before there was a response, as nginx counts it. */
const goneStatus = 499

interface Parts {
  platform: Pick<Platform, 'log' | 'requestTimes' | 'clientCalls'>
  requests: RequestCounts
  bodies: Bodies
  clientApi: Pick<ClientEndpoints, 'routeOf' | 'classicRoutes'>
  operatorPaths: Pick<OperatorPaths, 'has'>
}

interface Recorded {
  requestId: string
  path: string
  address: string
}

type RecordRequest = (request: IncomingMessage, response: SiteResponse, recorded: Recorded) => void

/**
 * Returns a function that logs and counts a request when its response has ended. Requests with a line at the usual level get an
 * `X-Request-Id`.
 */
export function recordRequests(parts: Parts): RecordRequest {
  const { platform, requests, bodies, clientApi, operatorPaths } = parts
  // Lines of requests contain nothing secret. Redacting each would cost as much as the line itself.
  const requestLog = platform.log.child({}, { redact: [] })
  const routeOf = (method: string, path: string) =>
    operatorPaths.has(path) ? path : clientApi.routeOf(method, path)
  let unlogged = 0

  const recordLogged: RecordRequest = (request, response, recorded) => {
    response.requestId = recorded.requestId
    whenDone(response, (ms) => {
      count(request, response, { path: recorded.path, ms, times: 1 })
      // The times of streams, and of uploads over slow lines, do not show how fast the server is.
      if (request.method === 'GET' && !isStream(response)) platform.requestTimes.observe(rounded(ms))
      requestLog.info(lineOf(request, recorded, statusOf(response), ms), 'request')
    })
  }

  const recordConstant: RecordRequest = (request, response, recorded) =>
    whenDone(response, (ms) => {
      count(request, response, { path: recorded.path, ms, times: 1 })
      if (requestLog.isLevelEnabled('debug'))
        requestLog.debug(lineOf(request, recorded, statusOf(response), ms), 'request')
    })

  const recordSample: RecordRequest = (request, response, { path }) => {
    if (++unlogged % sampleInterval === 0)
      whenDone(response, (ms) => count(request, response, { path, ms, times: sampleInterval }))
  }

  const statusOf = (response: SiteResponse) => bodies.cutOffWith(response) ?? response.statusCode

  /** @param times the number of requests that this one stands for */
  function count(
    { baseplate: page, method = 'GET', isForClients }: IncomingMessage,
    response: SiteResponse,
    { path, ms, times }: { path: string; ms: number; times: number },
  ): void {
    const route = page ? (page.route ?? noRoute) : routeOf(method, path)
    const took = page && isStream(response) ? undefined : ms
    const sent = response.headersSent ? response.statusCode : goneStatus
    requests.add(route, bodies.cutOffWith(response) ?? sent, took, times)
    if (isForClients && (route === noRoute || sent === 405)) platform.clientCalls.addUnknown(path, times)
    else if (clientApi.classicRoutes.has(route)) platform.clientCalls.add(route, times)
  }

  return (request, response, recorded) => {
    const record = request.isConstant
      ? recordConstant
      : unloggedPath.test(recorded.path)
        ? recordSample
        : recordLogged
    record(request, response, recorded)
  }
}

function whenDone(response: SiteResponse, done: (ms: number) => void): void {
  const started = performance.now()
  response.once('close', () => done(performance.now() - started))
}

const lineOf = (
  { method }: IncomingMessage,
  { requestId, path, address }: Recorded,
  status: number,
  ms: number,
) => ({ requestId, path: loggedPath(path), address, method, status, ms: rounded(ms) })

const isStream = (response: SiteResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** Removes the tokens of links in mail, which act without a session, from the logged path. */
const loggedPath = (path: string) =>
  path.replace(/^\/(confirm-email|recover|secure|unsubscribe)\/[^/]+/i, '/$1/…')
