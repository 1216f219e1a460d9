import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Platform } from '@baseplate/platform/platform'
import '@baseplate/site/context'
import type { RequestCounts } from '../watching/request-counts.ts'
import type { Bodies } from './bodies.ts'

/**
 * Heartbeats come thousands a second, and each player asks how each other one looks; their lines would drown all
 * others, and cost more than the answers.
 */
const unloggedPath = /^\/(game\/(client|server)presence$|asset\/(characterfetch|bodycolours)\/)/i

/** Sample one unlogged request in this many: timing each would cost a tenth of what it takes to answer it. */
const unloggedForOne = 16

/** The status that nginx counts when the client went away before there was an answer. */
const goneStatus = 499

interface Parts {
  platform: Pick<Platform, 'log' | 'requestTimes'>
  requests: RequestCounts
  bodies: Bodies
  /** Names the route of a request that is not for a page. */
  routeOf: (method: string, path: string) => string
}

interface Recorded {
  requestId: string
  path: string
  address: string
}

/** Returns a function that logs and counts a request when its response has ended. Logged ones get an `X-Request-Id`. */
export function recordRequests({ platform, requests, bodies, routeOf }: Parts) {
  // Lines of requests contain nothing secret. Redacting each would cost as much as the line itself.
  const requestLog = platform.log.child({}, { redact: [] })
  let unlogged = 0

  return (request: IncomingMessage, response: ServerResponse, { path, ...about }: Recorded): void => {
    if (!unloggedPath.test(path)) {
      response.setHeader('X-Request-Id', about.requestId)
      whenDone(response, (ms) => {
        count(request, response, { path, ms, times: 1 })
        log(request, response, { ...about, path: loggedPath(path), ms: Math.round(ms * 10) / 10 })
      })
    } else if (++unlogged % unloggedForOne === 0) {
      whenDone(response, (ms) => count(request, response, { path, ms, times: unloggedForOne }))
    }
  }

  function log(
    { method }: IncomingMessage,
    response: ServerResponse,
    { requestId, path, address, ms }: Recorded & { ms: number },
  ): void {
    // A stream, or an upload over a slow line, says nothing of how quick the server is.
    if (method === 'GET' && !isStream(response)) platform.requestTimes.observe(ms)
    const status = bodies.cutOffWith(response) ?? response.statusCode
    requestLog.info({ requestId, path, address, method, status, ms }, 'request')
  }

  /** @param times number of requests that this one stands for. */
  function count(
    { baseplate: page, method = 'GET' }: IncomingMessage,
    response: ServerResponse,
    { path, ms, times }: { path: string; ms: number; times: number },
  ): void {
    const route = page ? (page.route ?? 'none') : routeOf(method, path)
    const took = page && isStream(response) ? undefined : ms
    const sent = response.headersSent ? response.statusCode : goneStatus
    requests.add(route, bodies.cutOffWith(response) ?? sent, took, times)
  }
}

function whenDone(response: ServerResponse, done: (ms: number) => void): void {
  const started = performance.now()
  response.once('close', () => done(performance.now() - started))
}

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

/** The address of a recovery link sets a new password: it must not be in the log. */
const loggedPath = (path: string) => path.replace(/^\/recover\/[^/]+/i, '/recover/…')
