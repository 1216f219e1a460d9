import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { bearerCheck } from '@baseplate/service/bearer'
import { drain } from '@baseplate/service/drain'
import { isPortTaken, listen } from '@baseplate/service/listen'
import { representationFault } from '@baseplate/service/representation'
import { sendText } from '@baseplate/service/respond'
import { EconomyFault, systemFault } from '../fault.ts'
import type { Book } from '../ledger/index/book.ts'
import type { LedgerIdentity } from '../ledger/index/identity.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Stipend } from '../ledger/rules.ts'
import { Call, type CallParts } from './call.ts'
import { knownLedgerOf, messageOf } from './known-ledger.ts'
import { type Route, routes } from './routes.ts'

/** Default time for the headers and body of a request. */
const defaultRequestMsMax = 30_000

/** Time for requests in progress when the service stops. */
const graceMs = 3_000

const getMethods = ['GET', 'HEAD']
const postMethods = ['POST']

/** The ledger as this process can use it at the moment. */
export interface Serving {
  /** Takes events. Undefined unless this process is the writer. */
  ledger: Ledger | undefined
  /** Answers reads. Undefined if its balances may be out of date. */
  book: Book | undefined
  /** Undefined while there is no ledger. */
  identity?: LedgerIdentity | undefined
  /** The book of a standby, and the time for which it may have missed events. */
  copy?: { book: Book; ageMs: number } | undefined
  /** Address of the writer, if that is another process. */
  writer?: string | undefined
}

interface HttpOptions {
  serving: () => Serving
  stipend: Stipend
  host: string
  /** 0 picks a free port. */
  port: number
  /** The key that every request must carry. */
  key: string | undefined
  requestMsMax?: number | undefined
  /** Returns the text of `/metrics`. */
  metricsText: CallParts['metricsText']
  observe: CallParts['observe']
  /** Called with unexpected errors. Their requests are answered with 500. */
  onError: (error: unknown) => void
}

interface HttpServer {
  port: number
  /**
   * Stops accepting connections and closes idle ones. Resolves when none is left, at the latest after a grace for stalled ones.
   * `cut` closes the rest.
   */
  drain: () => Promise<void>
  cut: () => void
}

/** @throws EconomyFault when it cannot listen */
export async function startHttp(options: HttpOptions): Promise<HttpServer> {
  const { host, port, requestMsMax = defaultRequestMsMax } = options
  const timing = { requestTimeout: requestMsMax, connectionsCheckingInterval: requestMsMax / 2 }
  const mayPass = bearerCheck(options.key)
  let stopping = false
  const server = createServer(timing, (request, response) => {
    if (stopping) response.setHeader('Connection', 'close')
    if (!mayPass(request.headers.authorization)) {
      sendText(response, 401, 'unauthorized', { 'WWW-Authenticate': 'Bearer' })
      return
    }
    const fault = representationFault(request.headers)
    if (fault) sendText(response, fault.status, fault.message, fault.headers)
    else serve(request, response, options)
  })
  return {
    port: await bind(server, host, port),
    drain: async () => {
      stopping = true
      await drain(server, graceMs)
    },
    cut: () => server.closeAllConnections(),
  }
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: CallParts & Pick<HttpOptions, 'serving'>,
): void {
  const url = request.url ?? ''
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const query = mark === -1 ? '' : url.slice(mark + 1)
  const found = findRoute(path)
  if (found === undefined) {
    sendText(response, 404, 'not found')
  } else if (!methodsOf(found.route).includes(request.method ?? '')) {
    sendText(response, 405, 'method not allowed', { Allow: methodsOf(found.route).join(', ') })
  } else if (request.method === 'POST' && request.headers.origin !== undefined) {
    // Browsers send an Origin, programs do not. No web page that is open on this machine may mint.
    sendText(response, 403, 'requests of web pages are not accepted')
  } else {
    const call = new Call(request, response, parts, { rest: found.rest, query })
    const serving = parts.serving()
    const step = stepOf(found.route, call, serving)
    if (step === undefined) sendUnavailable(response, serving, url)
    else call.attempt(() => onKnownLedger(call, { ...serving, url, isServed: 'serve' in found.route }, step))
  }
}

/** Takes a step if this is the ledger that the caller knows. */
function onKnownLedger(
  call: Call,
  { identity, isServed, url, ...serving }: Serving & { isServed: boolean; url: string },
  step: () => Promise<void> | void,
): Promise<void> | void {
  const known = knownLedgerOf(call.request)
  if (known === undefined || identity === undefined || isServed || identity.isKnown(known)) return step()
  return identity.differenceFrom(known).then((difference) => {
    if (difference === undefined) return step()
    // A standby may not have the last events yet.
    if (serving.ledger === undefined) sendUnavailable(call.response, serving, url)
    else sendText(call.response, 412, messageOf(difference))
  })
}

/** Returns the route's step, or undefined if this process cannot take it at the moment. */
function stepOf(
  route: Route,
  call: Call,
  { ledger, book, identity, copy }: Serving,
): (() => Promise<void> | void) | undefined {
  if ('serve' in route) return () => route.serve(call)
  if ('identify' in route) return ledger && identity && (() => route.identify(call, identity))
  if ('write' in route) return ledger && (() => route.write(call, ledger))
  const mayBeOldMs = Number(call.request.headers['max-staleness'] ?? 0) * 1000
  const readable = book ?? (copy && copy.ageMs <= mayBeOldMs ? copy.book : undefined)
  return readable && (() => route.read(call, readable))
}

/** Nothing has happened: the client can send the same request to the writer, or again in a moment. */
function sendUnavailable(response: ServerResponse, { writer }: Pick<Serving, 'writer'>, url: string): void {
  sendText(response, 503, 'this process does not write the ledger', {
    'Retry-After': '1',
    Connection: 'close',
    ...(writer && { Location: `${writer}${url}` }),
  })
}

/** HEAD is handled like GET. Node.js omits the body. */
const methodsOf = ({ method }: Route): readonly string[] => (method === 'GET' ? getMethods : postMethods)

function findRoute(path: string): { route: Route; rest: string } | undefined {
  const slash = path.indexOf('/', 1) + 1
  const route = routes.get(slash === 0 ? path : path.slice(0, slash))
  const rest = slash === 0 ? '' : path.slice(slash)
  return route === undefined || rest.includes('/') ? undefined : { route, rest }
}

async function bind(server: Server, host: string, port: number): Promise<number> {
  try {
    return await listen(server, host, port)
  } catch (error) {
    if (!isPortTaken(error)) throw systemFault(`cannot listen on port ${port} of ${host}`, error)
    throw new EconomyFault(`port ${port} of ${host} is in use by another program`, { cause: error })
  }
}
