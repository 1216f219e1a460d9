import { type IncomingMessage, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { SiteResponse } from './headers.ts'

export interface BodyLimits {
  /** Time for the whole body of an ordinary form. The rate of an upload counts only after it. */
  graceMs: number
  /** Bytes per second that an upload must average after the grace. */
  uploadRate: number
  /** Larger bodies are cut off, whatever the route. Each route has a smaller limit of its own. */
  bytesMax: number
  /** Interval between two checks of the bodies that are arriving. */
  checkMs: number
  /** Headers that every response carries. */
  headers: OutgoingHttpHeaders
}

export const defaultBodyLimits = { graceMs: 30_000, bytesMax: 128 * 1024 * 1024, checkMs: 1_000 }

/** Time for a client to read the response before its connection is closed. */
const lingerMs = 1_000

interface Arriving {
  request: IncomingMessage
  response: SiteResponse
  /** Headers of the response, as set before the handler ran. */
  headers: OutgoingHttpHeaders
  isUpload: boolean
  started: number
  bytesBefore: number
  /** Time in which the server itself did not read. It does not count against the client. */
  heldUpMs: number
}

export interface Bodies {
  /** Watches the body of a request, if it has one. */
  watch(request: IncomingMessage, response: SiteResponse): void
  /** Returns the status of a request that was cut off; undefined for all others. */
  cutOffWith(response: SiteResponse): number | undefined
}

/**
 * Ends requests whose bodies arrive too slowly (408) or are too large (413). After an early response the rest of the body is
 * still read, within the same limits: a connection that is closed with unread bytes is reset, and its response lost.
 *
 * Bytes are counted at the socket, because another listener would disturb the handler that reads the body.
 */
export function watchBodies(limits: BodyLimits): Bodies {
  const arriving = new Set<Arriving>()
  const cutOff = new WeakMap<SiteResponse, number>()
  let timer: NodeJS.Timeout | undefined

  const check = () => {
    for (const body of arriving) {
      const { request, response } = body
      if (request.complete || request.socket.destroyed) {
        arriving.delete(body)
        continue
      }
      if (isHeldUp(body)) body.heldUpMs += limits.checkMs
      const status = whyCutOff(body, limits)
      if (status === undefined) continue
      arriving.delete(body)
      if (!response.headersSent) cutOff.set(response, status)
      end(body, status)
    }
    if (arriving.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(request, response) {
      if (!hasBody(request)) return
      arriving.add({
        request,
        response,
        headers: { ...limits.headers, ...response.getHeaders(), ...idHeader(response) },
        isUpload: isUpload(request),
        started: performance.now(),
        bytesBefore: request.socket.bytesRead,
        heldUpMs: 0,
      })
      timer ??= setInterval(check, limits.checkMs).unref()
      response.once('finish', () => drain(request))
    },
    cutOffWith: (response) => cutOff.get(response),
  }
}

const idHeader = ({ requestId }: SiteResponse): OutgoingHttpHeaders =>
  requestId === undefined ? {} : { 'x-request-id': requestId }

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Forms without a file and JSON are short. Everything else counts as an upload, and so does any file of `curl -T`. */
const isUpload = ({ method, headers }: IncomingMessage): boolean =>
  method === 'PUT' ||
  method === 'PATCH' ||
  !/^(application\/(x-www-form-urlencoded|json)|text\/plain)\b|^$/i.test(headers['content-type'] ?? '')

/**
 * Whether bytes wait for a handler that does not take them. After the response only `drain` takes them. A paused stream alone
 * proves nothing: a stream that is read by iteration always looks paused.
 */
const isHeldUp = ({ request, response }: Arriving): boolean =>
  !response.writableFinished &&
  request.readableLength > 0 &&
  (request.isPaused() || request.readableLength >= request.readableHighWaterMark)

function whyCutOff(body: Arriving, limits: BodyLimits): number | undefined {
  const bytes = body.request.socket.bytesRead - body.bytesBefore
  if (bytes > limits.bytesMax) return 413
  const earnedMs = body.isUpload ? (bytes / limits.uploadRate) * 1_000 : 0
  return performance.now() - body.started > limits.graceMs + body.heldUpMs + earnedMs ? 408 : undefined
}

/**
 * Sends a status in place of the handler, which is still waiting for the body. The handler then finds its connection closed, as
 * when a client disconnects.
 */
function end({ request: { socket }, response, headers }: Arriving, status: number): void {
  if (response.headersSent) {
    socket.destroy()
    return
  }
  const text = status === 413 ? 'The request is too large' : 'The request took too long to arrive'
  const lines = Object.entries({
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Discards the rest of a body after its response. Listeners of the handler are removed, because they could pause the stream. */
function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.removeAllListeners('data')
  request.resume()
}
