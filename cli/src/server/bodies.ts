import { type IncomingMessage, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { addressGroup } from '@baseplate/service/network/address-group'
import { type BodyBudget, bodyBudgetsOf } from './body-budgets.ts'
import { type BodyKind, bodyKindOf } from './body-kinds.ts'
import type { SiteResponse } from './headers.ts'
import { refusalFor } from './refuse.ts'

export interface BodyLimits {
  /** Time for the whole body of an ordinary form. The rate of an upload counts only after it. */
  graceMs: number
  /** Bytes per second that an upload must average after the grace. */
  uploadRate: number
  /** Larger bodies are cut off, whatever the route. */
  bytesMax: number
  /** Maximum bytes of all unfinished bodies. Forms have a share of it. */
  budget: number
  /** Interval between two checks of the bodies that are arriving. */
  checkMs: number
  /** Headers that every response carries. */
  headers: OutgoingHttpHeaders
}

export const bodyLimitsOf = ({ Server }: Pick<Config, 'Server'>): Omit<BodyLimits, 'headers'> => ({
  graceMs: 30_000,
  bytesMax: 128 * 1024 * 1024,
  checkMs: 100,
  uploadRate: Server.UploadBytesPerSecond,
  budget: Server.BodyBytes,
})

/** Time for a client to read the response before its connection is closed. */
const lingerMs = 3_000

/** Status of a request whose body is not taken. */
type BodyRefusal = 408 | 413 | 503

interface Arriving {
  request: IncomingMessage
  response: SiteResponse
  /** Headers of the response, as set before the handler ran. */
  headers: OutgoingHttpHeaders
  kind: BodyKind
  /** Addresses that share what the budget gives to one client. */
  client: string
  /** Undefined for a body in chunks. */
  declared: number | undefined
  started: number
  bytesBefore: number
  /** Time in which the server itself did not read. It does not count against the client. */
  heldUpMs: number
}

export interface Bodies {
  /**
   * Watches the body of a request, if it has one. Returns the status of the refusal of a body that is too large, or for which the
   * budget has no room.
   *
   * @param address of the client
   */
  watch(request: IncomingMessage, response: SiteResponse, address: string): 413 | 503 | undefined
  /** Returns the status of a request that was cut off; undefined for all others. */
  cutOffWith(response: SiteResponse): number | undefined
}

/** A body that has not been admitted. */
interface Newcomer {
  client: string
  bytes: number
}

/**
 * Ends requests whose bodies arrive too slowly (408) or are too large (413). When all unfinished bodies together exceed the budget,
 * or forms their share, the client that holds most of it makes room: its youngest bodies end, or its new one is refused (503). After
 * an early response the rest of the body is still read, within the same limits: a connection that is closed with unread bytes is
 * reset, and its response lost.
 *
 * Bytes are counted at the socket, because another listener would disturb the handler that reads the body.
 */
export function watchBodies(limits: BodyLimits): Bodies {
  const arriving = new Set<Arriving>()
  const cutOff = new WeakMap<SiteResponse, number>()
  let timer: NodeJS.Timeout | undefined

  const cut = (body: Arriving, status: BodyRefusal) => {
    arriving.delete(body)
    if (!body.response.headersSent) cutOff.set(body.response, status)
    end(body, status)
  }

  /** Ends bodies of the largest clients until a budget has room, also for a newcomer. Returns whether it has. */
  const makeRoom = ({ counts, bytesMax }: BodyBudget, newcomer?: Newcomer): boolean => {
    for (;;) {
      const counted = [...arriving].filter(({ kind }) => counts(kind))
      const held = counted.reduce((sum, body) => sum + heldBytes(body), newcomer?.bytes ?? 0)
      if (held <= bytesMax) return true
      const youngest = youngestOfLargest(counted, newcomer)
      if (youngest === undefined || youngest.client === newcomer?.client) return false
      cut(youngest, 503)
    }
  }

  const budgets = bodyBudgetsOf(limits.budget)
  const check = () => {
    endUnfit(arriving, limits, cut)
    for (const budget of budgets) makeRoom(budget)
    if (arriving.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(request, response, address) {
      if (!hasBody(request)) return undefined
      const kind = bodyKindOf(request)
      const client = addressGroup(address)
      const declared = declaredBytes(request)
      const newcomer = { client, bytes: Math.min(declared ?? 0, kind.heldMax) }
      const hasRoom = budgets.every((budget) => !budget.counts(kind) || makeRoom(budget, newcomer))
      arriving.add({
        request,
        response,
        headers: { ...limits.headers, ...response.getHeaders(), ...idHeader(response) },
        kind,
        client,
        declared,
        started: performance.now(),
        bytesBefore: request.socket.bytesRead,
        heldUpMs: 0,
      })
      timer ??= setInterval(check, limits.checkMs).unref()
      response.once('finish', () => drain(request))
      if ((declared ?? 0) > largestOf(kind, limits)) return 413
      return hasRoom ? undefined : 503
    },
    cutOffWith: (response) => cutOff.get(response),
  }
}

/** Ends bodies that arrive too slowly or are too large, and forgets complete ones. */
function endUnfit(
  arriving: Set<Arriving>,
  limits: BodyLimits,
  cut: (body: Arriving, status: BodyRefusal) => void,
): void {
  for (const body of arriving) {
    const { request, response } = body
    if (request.socket.destroyed || (request.complete && response.writableFinished)) arriving.delete(body)
    if (request.socket.destroyed || request.complete) continue
    if (isHeldUp(body)) body.heldUpMs += limits.checkMs
    const status = whyCutOff(body, limits)
    if (status !== undefined) cut(body, status)
  }
}

const idHeader = ({ requestId }: SiteResponse): OutgoingHttpHeaders =>
  requestId === undefined ? {} : { 'x-request-id': requestId }

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function declaredBytes({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

const bytesOf = ({ request: { socket }, bytesBefore }: Arriving): number => socket.bytesRead - bytesBefore

/** Bytes of a body that may arrive together with its headers, before they are counted: what Node.js reads at once. */
const firstBytesMax = 64 * 1024

/** Returns an upper bound for the bytes of a body in memory. The handler may keep them until its response. */
function heldBytes(body: Arriving): number {
  const { request, response, kind, declared } = body
  if (request.socket.destroyed || response.writableFinished) return 0
  return Math.min(bytesOf(body) + firstBytesMax, declared ?? Number.POSITIVE_INFINITY, kind.heldMax)
}

/**
 * Returns the youngest unfinished body of the client that holds most bytes.
 *
 * @param newcomer a body that would count, too
 */
function youngestOfLargest(bodies: readonly Arriving[], newcomer?: Newcomer): Arriving | undefined {
  const totals = new Map(newcomer && [[newcomer.client, newcomer.bytes]])
  for (const body of bodies) totals.set(body.client, (totals.get(body.client) ?? 0) + heldBytes(body))
  const largest = [...totals].sort(([, a], [, b]) => b - a)[0]?.[0]
  return bodies.findLast((body) => body.client === largest && !body.request.complete && heldBytes(body) > 0)
}

/**
 * Whether bytes wait for a handler that does not take them. After the response only `drain` takes them. A paused stream alone
 * proves nothing: a stream that is read by iteration always looks paused.
 */
const isHeldUp = ({ request, response }: Arriving): boolean =>
  !response.writableFinished &&
  request.readableLength > 0 &&
  (request.isPaused() || request.readableLength >= request.readableHighWaterMark)

const largestOf = ({ isUnbounded, bytesMax }: BodyKind, limits: BodyLimits): number =>
  isUnbounded ? bytesMax : Math.min(bytesMax, limits.bytesMax)

function whyCutOff(body: Arriving, limits: BodyLimits): 408 | 413 | undefined {
  const bytes = bytesOf(body)
  // After an early response, the rest of a small form is read, so that its client sees the response.
  const bytesMax = body.response.writableFinished ? limits.bytesMax : largestOf(body.kind, limits)
  if (bytes > bytesMax) return 413
  const earnedMs = body.kind.isUpload ? (bytes / limits.uploadRate) * 1_000 : 0
  return performance.now() - body.started > limits.graceMs + body.heldUpMs + earnedMs ? 408 : undefined
}

/**
 * Sends a status in place of the handler, which is still waiting for the body. The handler then finds its connection closed, as
 * when a client disconnects.
 */
function end({ request, response, headers }: Arriving, status: BodyRefusal): void {
  const { socket } = request
  if (response.headersSent) {
    socket.destroy()
    return
  }
  const refusal = refusalFor(request, status)
  const lines = Object.entries({
    ...headers,
    ...refusal.headers,
    'content-length': Buffer.byteLength(refusal.text),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${refusal.text}`)
  // Unread bytes would reset the connection, and the client would lose the response.
  drain(request)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Discards the rest of a body after its response. Listeners of the handler are removed, because they could pause the stream. */
function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.removeAllListeners('data')
  request.resume()
}
