import { type Agent, request } from 'node:https'
import { second } from '@baseplate/service/clock'
import { createPublicLookup } from '@baseplate/service/network/public-lookup'
import { userAgentOf } from '@baseplate/service/user-agent'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { VapidKeys } from './vapid.ts'

const patienceMs = 10 * second

const maxConnections = 32

/** A browser's address at its push service, with the keys that encrypt for it. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushResponse {
  status: number
  /** Seconds; 0: the service asks for no delay. */
  retryAfter: number
}

/** Connections to push services. */
export interface PushConnections {
  agent: Agent
  /** Ends requests in progress when the process stops. */
  closing: AbortController
  /** Time for a push service to respond. */
  patienceMs: number
}

const agentOptions = () => ({
  keepAlive: true,
  maxTotalSockets: maxConnections,
  lookup: createPublicLookup(),
})

/** Connects to public addresses only: users name the endpoints. Checks the address that a name resolves to when it connects. */
export const openPushConnections = (): PushConnections => ({
  agent: new RequestFilteringHttpsAgent(agentOptions()),
  closing: new AbortController(),
  patienceMs,
})

/**
 * Encrypts a message for a browser (RFC 8291) and sends it to the push service. Follows no redirect and reads no body.
 *
 * @throws the error of the connection
 */
export async function postPush(
  { endpoint, p256dh, auth }: PushAddress,
  message: string,
  {
    agent,
    closing,
    patienceMs,
    vapid,
    lifetimeMs,
  }: PushConnections & { vapid: VapidKeys; lifetimeMs: number },
): Promise<PushResponse> {
  // Loaded with the first push, because most processes never send one.
  const { default: webPush } = await import('web-push')
  const { headers: described, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    message,
    { vapidDetails: vapid, TTL: Math.max(0, Math.floor(lifetimeMs / second)) },
  )
  const headers = { ...(described as Record<string, string>), 'user-agent': userAgentOf('Push') }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), closing.signal])
    request(endpoint, { method: 'POST', headers, agent, signal })
      .on('response', (response) => {
        const { statusCode: status = 0, headers: answered } = response
        response.destroy()
        resolve({ status, retryAfter: Number(answered['retry-after']) || 0 })
      })
      .on('error', reject)
      .end(body)
  })
}
