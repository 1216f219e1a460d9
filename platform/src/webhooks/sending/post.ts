import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import {
  type Connections,
  openConnections,
  openPublicConnections,
} from '@baseplate/service/network/connections'
import { plainText } from '../../foundation/plain-text.ts'
import { maxResponseStart } from '../rules.ts'

/** Maximum number of connections to all receivers together. A slow receiver has few of them. */
const maxConnections = 1_000

/** Bytes of a response that are read, so that its connection can serve the next request. A longer response ends it. */
const maxResponseBytes = 16 * 1024

export interface WebhookConnections extends Connections {
  /** Ends requests in progress when the process stops. */
  closing: AbortController
}

export function openWebhookConnections(allowPrivateNetwork: boolean): WebhookConnections {
  const open = allowPrivateNetwork ? openConnections : openPublicConnections
  return { ...open(maxConnections), closing: new AbortController() }
}

export interface WebhookResponse {
  status: number
  /** Seconds; 0: the receiver asks for no delay. */
  retryAfter: number
  /** The beginning of the body. */
  start: string
}

/**
 * Sends a request. Follows no redirect.
 *
 * @throws the error of the connection
 */
export const postWebhook = (
  url: string,
  { headers, body, patienceMs }: { headers: Record<string, string>; body: string; patienceMs: number },
  { http, https, closing }: WebhookConnections,
): Promise<WebhookResponse> =>
  new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:')
    const request = isSecure ? requestByHttps : requestByHttp
    const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), closing.signal])
    request(url, { method: 'POST', headers, agent: isSecure ? https : http, signal })
      .on('response', async (response) => {
        const { statusCode: status = 0, headers: answered } = response
        const retryAfter = Number(answered['retry-after']) || 0
        resolve({ status, retryAfter, start: await readStart(response) })
      })
      .on('error', reject)
      .end(body)
  })

/** Reads the beginning of a response. A response that breaks off counts as well, because its status has arrived. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxResponseBytes) break
    }
  } catch {}
  return plainText(Buffer.concat(chunks).toString()).slice(0, maxResponseStart)
}
