import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { day, hour, minute, second } from '@baseplate/service/clock'

/** Browsers per user. A further one replaces the oldest. */
export const maxSubscriptions = 10

const maxEndpointLength = 2_000

/** Whether the text is an address of a push service. Connections check the IP address that its name resolves to. */
export function isPushEndpoint(text: string): boolean {
  if (text.length > maxEndpointLength || !URL.canParse(text)) return false
  const { protocol, username, password, hostname, port } = new URL(text)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return protocol === 'https:' && username === '' && password === '' && port === '' && !isAddress
}

/** An uncompressed point on P-256, in base64url. Messages could not be encrypted for any other. */
export const isPublicKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

export const isAuthSecret = (text: string): boolean => Buffer.from(text, 'base64url').length === 16

/** Pushes that cannot be delivered are retried for this long. Push services keep them as long for a browser that is off. */
export const pushLifetimeMs = day

/** Delays of the first retries. */
const retriesAfterMs = [5 * second, minute, 5 * minute, 30 * minute]

/** The next step of a push after a response of the push service. */
export type Outcome = 'delivered' | 'retry' | 'drop' | 'unsubscribe'

export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  // RFC 8030: the subscription has ended.
  if (status === 404 || status === 410) return 'unsubscribe'
  // 401 and 403: the key or the clock of this installation is wrong, which its operator can correct.
  return [401, 403, 429].includes(status) || status >= 500 ? 'retry' : 'drop'
}

/** Longest delay of an attempt. */
export const longestRetryMs = hour

/** Returns the delay of the next attempt. A push service may ask for a longer one. */
export const retryDelay = (attempts: number, retryAfterSeconds: number): number =>
  Math.max(
    retriesAfterMs[attempts - 1] ?? longestRetryMs,
    Math.min(retryAfterSeconds * second, longestRetryMs),
  )
