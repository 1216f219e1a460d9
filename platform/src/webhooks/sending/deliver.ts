import { isRefusedAddress } from '@baseplate/service/network/connections'
import { userAgentOf } from '@baseplate/service/user-agent'
import { type Failure, outcomeOf } from '../rules.ts'
import { postWebhook, type WebhookConnections } from './post.ts'
import { signatureOf } from './sign.ts'

/** Maximum number of concurrent requests to one receiver. Each is about another subject. */
const requestsAtOnce = 8

/** Deliveries of one webhook. */
export interface Batch {
  url: string
  secrets: readonly string[]
  deliveries: readonly WrittenDelivery[]
  /** The time in Unix milliseconds. */
  now: number
  /** No request starts after this time. */
  sendingMs: number
  /** Time for the receiver to respond. */
  patienceMs: number
}

interface WrittenDelivery {
  id: string
  subject: string
  body: string
}

/** The result of a request. */
export interface Response {
  outcome: ReturnType<typeof outcomeOf>
  status: number | null
  retryAfter: number
  duration: number
  response: string | null
  failure: Failure | null
}

/** The results of the requests that were made, by the delivery's id. */
export type Responses = Map<string, Response>

/** Whether the receiver asks for fewer requests, as chats do. */
export const isThrottled = ({ status }: Pick<Response, 'status'>): boolean => status === 429

/**
 * Sends deliveries. Deliveries about one subject are sent one after the other, up to the first that fails. Several subjects are sent at
 * once. No further request starts after one without a response, or after a response that asks for fewer requests or says that the
 * receiver is gone.
 */
export async function deliverInTurn(batch: Batch, connections: WebhookConnections): Promise<Responses> {
  const responses: Responses = new Map()
  const subjects = Map.groupBy(batch.deliveries, ({ subject }) => subject).values()
  const started = performance.now()
  let isOver = false
  const work = async () => {
    for (const about of subjects)
      for (const delivery of about) {
        const elapsed = performance.now() - started
        if (isOver || elapsed > batch.sendingMs) return
        const response = await send(batch, delivery, { now: batch.now + elapsed, connections })
        // The process stops.
        if (!response) return
        responses.set(delivery.id, response)
        if (response.status === null || isThrottled(response) || response.outcome === 'gone') isOver = true
        if (response.outcome !== 'delivered') break
      }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, work))
  return responses
}

/** Returns undefined if the process stops before the response. */
async function send(
  { url, secrets, patienceMs }: Batch,
  { id, body }: WrittenDelivery,
  { now, connections }: { now: number; connections: WebhookConnections },
): Promise<Response | undefined> {
  const started = performance.now()
  const duration = () => Math.round(performance.now() - started)
  try {
    const request = { headers: headersOf(secrets, { id, body, now }), body, patienceMs }
    const { status, retryAfter, start } = await postWebhook(url, request, connections)
    const outcome = outcomeOf(status)
    return { outcome, status, retryAfter, duration: duration(), response: start, failure: null }
  } catch (error) {
    if (connections.closing.signal.aborted) return undefined
    const failure = failureOf(error as Error)
    return { outcome: 'retry', status: null, retryAfter: 0, duration: duration(), response: null, failure }
  }
}

function failureOf(error: Error): Failure {
  if (isRefusedAddress(error)) return 'private'
  return error.name === 'AbortError' ? 'timeout' : 'unreachable'
}

function headersOf(
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const timestamp = Math.floor(now / 1_000)
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': userAgentOf('Webhooks'),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((one) => signatureOf(one, { id, timestamp, body })).join(' '),
  }
}
