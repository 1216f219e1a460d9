import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

/** Features of devices that no page uses. The policy also withholds them from injected scripts and frames. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ')

/** Only for pages. Game clients do not know the policy, and on a heartbeat it would be two thirds of the response. */
export const setPermissionsPolicy = (response: ServerResponse): void => {
  response.setHeader('Permissions-Policy', permissionsPolicy)
}

/** Returns the headers of every response. Pages add a Content-Security-Policy. */
export const secureHeadersFor = (baseUrl: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  // Addresses of private places contain a ticket, which other sites must not see.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
})

/** Seconds after which a client may retry a request that got 503. */
const retryAfterSeconds = 5

/** A response of the site. */
export class SiteResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Id of the request in the log; undefined for requests that are not logged. */
  requestId: string | undefined
}

/**
 * Returns the class of the site's responses, for `createServer`. It adds `secureHeaders` to every response, `X-Request-Id` to
 * those of logged requests, and `Retry-After` to every 503.
 *
 * It adds them when the head is written. Node.js writes a head much faster when only one object contributes to it than
 * after a call of `setHeader` (docs/decisions/0029-frequent-requests-and-idle-memory.md).
 *
 * @param isEnding whether the server takes no new connections. Clients are then told to open another one, which reaches another
 * process.
 */
export function siteResponse(
  secureHeaders: Record<string, string>,
  isEnding: () => boolean,
): typeof SiteResponse {
  const busyHeaders = { ...secureHeaders, 'Retry-After': String(retryAfterSeconds) }

  return class<R extends IncomingMessage = IncomingMessage> extends SiteResponse<R> {
    override writeHead(
      status: number,
      reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): this {
      if (typeof reason === 'string') this.statusMessage = reason
      if (isEnding()) this.shouldKeepAlive = false
      const given = typeof reason === 'object' ? reason : headers
      const general = status === 503 ? busyHeaders : secureHeaders
      const { requestId } = this
      const added = requestId === undefined ? general : { ...general, 'X-Request-Id': requestId }
      if (given && !Array.isArray(given) && this.getHeaderNames().length === 0) {
        return super.writeHead(status, { ...added, ...given })
      }
      for (const [name, value] of Object.entries(added)) {
        if (!this.hasHeader(name)) this.setHeader(name, value)
      }
      return super.writeHead(status, given)
    }
  }
}
