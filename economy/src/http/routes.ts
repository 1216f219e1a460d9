import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { metricsHeaders, sendJson, sendText } from '@baseplate/service/respond'
import type { Outcome, Submission } from '../ledger/batch.ts'
import { type EventType, Malformed } from '../ledger/event.ts'
import type { Book } from '../ledger/index/book.ts'
import type { LedgerIdentity } from '../ledger/index/identity.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { encodeAnswer } from '../ledger/line.ts'
import { stipendNote } from '../ledger/rules.ts'
import { identifierFault } from '../ledger/values/identifier.ts'
import { parseProposal, readBody } from './body.ts'
import type { Call } from './call.ts'
import { statusOf } from './status.ts'

/**
 * A route that reads needs a book, and one that writes or identifies the ledger needs a ledger. A process without them answers 503. Routes may throw
 * Malformed or TooLarge.
 */
export type Route =
  | { method: 'GET'; serve: (call: Call) => Promise<void> | void }
  | { method: 'GET'; identify: (call: Call, identity: LedgerIdentity) => void }
  | { method: 'GET'; read: (call: Call, book: Book) => Promise<void> | void }
  | { method: 'POST'; write: (call: Call, ledger: Ledger) => void }

/** Headers of a response without a body. */
const noBody = { 'Content-Length': '0' }

const printableKey = /^[ -~]{1,64}$/

/** Routes by path. A path that ends with a slash is followed by an identifier. */
export const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/health', { method: 'GET', serve: ({ response }) => sendText(response, 200, 'OK') }],
  ['/metrics', { method: 'GET', serve: metrics }],
  ['/status', { method: 'GET', serve: status }],
  ['/ledger', { method: 'GET', identify: sendIdentity }],
  ['/currentStipend', { method: 'GET', serve: currentStipend }],
  ['/balance/', { method: 'GET', read: balance }],
  ['/stipend/', { method: 'POST', write: claimStipend }],
  ['/transact', { method: 'POST', write: (call, ledger) => record(call, ledger, 'Transaction') }],
  ['/mint', { method: 'POST', write: (call, ledger) => record(call, ledger, 'Mint') }],
  ['/burn', { method: 'POST', write: (call, ledger) => record(call, ledger, 'Burn') }],
  ['/transactions', { method: 'GET', read: (call, book) => transactions(call, book, undefined) }],
  ['/transactions/', { method: 'GET', read: (call, book) => transactions(call, book, userOf(call)) }],
])

/** Sends a balance. A header adds the time of the last stipend, from which pages count down. */
function balance(call: Call, book: Book): void {
  const user = userOf(call)
  const headers = { 'Last-Stipend': book.lastStipend(user) }
  sendText(call.response, 200, book.balance(user).toString(), headers)
}

/** Sends the amount. A header adds the interval in milliseconds, so that pages can show how often a claim is possible. */
function currentStipend({ response, stipend }: Call): void {
  sendText(response, 200, stipend.amount.toString(), { 'Stipend-Interval': stipend.intervalMs })
}

/** Sends the ledger's id, height and running hash; an empty object for an empty ledger. */
function sendIdentity({ response }: Call, identity: LedgerIdentity): void {
  sendJson(response, JSON.stringify(identity.part ?? {}))
}

async function metrics({ response, metricsText }: Call): Promise<void> {
  sendText(response, 200, await metricsText(), metricsHeaders)
}

/** Sends the state of this process, which need not be the writer. */
function status({ response, observe }: Call): void {
  const observed = observe()
  if (observed === undefined) sendText(response, 503, 'the service is starting', { 'Retry-After': '1' })
  else sendJson(response, JSON.stringify(statusOf(observed)))
}

function record(call: Call, ledger: Ledger, type: EventType): void {
  const { request } = call
  const take = (body: Buffer) =>
    submit(call, ledger, { proposal: parseProposal(type, body), key: keyOf(request) })
  readBody(
    request,
    (body) => call.attempt(() => take(body)),
    (error) => call.fail(error),
  )
}

function claimStipend(call: Call, ledger: Ledger): void {
  const { amount, intervalMs } = call.stipend
  submit(call, ledger, {
    proposal: { Type: 'Mint', To: userOf(call), Amount: amount, Note: stipendNote },
    key: keyOf(call.request),
    stipendIntervalMs: intervalMs,
  })
}

function submit(call: Call, ledger: Ledger, submission: Submission): void {
  ledger.submit(submission, (outcome) => call.attempt(() => answerOutcome(call.response, outcome)))
}

function answerOutcome(response: ServerResponse, outcome: Outcome): void {
  if (outcome === 'accepted') response.writeHead(200, noBody).end()
  else if (typeof outcome === 'object' && 'failed' in outcome) throw outcome.failed
  else sendText(response, ...refusalAnswer(outcome))
}

function refusalAnswer(
  outcome: Exclude<Outcome, 'accepted' | { failed: unknown }>,
): [status: number, message: string, headers?: OutgoingHttpHeaders] {
  switch (outcome) {
    case 'key used':
      return [409, 'idempotency key was used for another event']
    case 'not written':
      return [500, 'the ledger could not be written']
    case 'closed':
      // Nothing has happened, and another process may have become the writer.
      return [503, 'the service is stopping', { 'Retry-After': '1' }]
    default:
      return [400, outcome.refused]
  }
}

async function transactions({ query, response }: Call, book: Book, user: string | undefined): Promise<void> {
  const before = query === '' ? undefined : (new URLSearchParams(query).get('before') ?? undefined)
  const events = await book.recent(user, before)
  if (events === undefined) sendText(response, 400, `unknown event id: ${before}`)
  else sendJson(response, `[${events.map(encodeAnswer).join(',')}]`)
}

function userOf({ rest }: Call): string {
  const user = decodePath(rest)
  const fault = identifierFault(user)
  if (fault !== undefined) throw new Malformed(fault)
  return user
}

function decodePath(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    throw new Malformed('invalid user identifier: it is not percent-encoded UTF-8')
  }
}

function keyOf(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && printableKey.test(key)) return key
  throw new Malformed('invalid idempotency key: it must be 1 to 64 printable characters')
}
