import type { Clock } from '../../foundation/clock.ts'
import { isRefusedAddress } from '../../foundation/connections.ts'
import { type Failure, outcomeOf } from '../rules.ts'
import { postWebhook, type WebhookConnections } from './post.ts'
import type { ClaimedDelivery, Webhook } from './queries.ts'
import { signatureOf } from './sign.ts'

/** Requests to one receiver at once, about different subjects. */
const requestsAtOnce = 8

/** The result of a request. */
export interface Response {
  outcome: ReturnType<typeof outcomeOf>
  status: number | null
  retryAfter: number
  duration: number
  response: string | null
  failure: Failure | null
}

/** Whether the receiver asks for fewer requests, as chats do. */
export const isThrottled = ({ status }: Pick<Response, 'status'>): boolean => status === 429

interface Delivering {
  now: Clock
  body: (delivery: ClaimedDelivery) => string
  connections: WebhookConnections
  /** No request starts after this time of `performance.now()`. */
  until: number
}

/**
 * Sends deliveries: those about one subject one after the other, up to the first that fails, and those about others at once. After a
 * request without a response, or with one that asks for fewer requests, no further one starts.
 *
 * @returns the results of the requests that were made, by the delivery's id.
 */
export async function deliverInTurn(
  webhook: Webhook,
  deliveries: readonly ClaimedDelivery[],
  delivering: Delivering,
): Promise<Map<string, Response>> {
  const responses = new Map<string, Response>()
  const subjects = Map.groupBy(deliveries, ({ subject }) => subject).values()
  let isOver = false
  const work = async () => {
    for (const about of subjects)
      for (const delivery of about) {
        if (isOver || performance.now() > delivering.until) return
        const response = await send(webhook, delivery, delivering)
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
  webhook: Webhook,
  delivery: ClaimedDelivery,
  { now, body, connections }: Delivering,
): Promise<Response | undefined> {
  const written = body(delivery)
  const started = performance.now()
  const duration = () => Math.round(performance.now() - started)
  try {
    const request = { headers: headersOf(webhook, delivery, written, now()), body: written }
    const { status, retryAfter, start } = await postWebhook(webhook.url, request, connections)
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
  webhook: Webhook,
  { id }: ClaimedDelivery,
  body: string,
  now: number,
): Record<string, string> {
  const timestamp = Math.floor(now / 1_000)
  const { secret, old_secret, old_secret_until } = webhook
  const secrets = old_secret !== null && old_secret_until > now ? [secret, old_secret] : [secret]
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Baseplate-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((one) => signatureOf(one, { id, timestamp, body })).join(' '),
  }
}
