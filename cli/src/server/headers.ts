import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

/** Features of devices that no page of ours uses. An injected script or a frame cannot use them either. */
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
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ')

/** For all but game clients, which know no such policy: on a heartbeat it would be two thirds of the response. */
export const setPermissionsPolicy = (response: ServerResponse): void => {
  response.setHeader('Permissions-Policy', permissionsPolicy)
}

/** Headers that every response carries, whichever part of the site sends it. Pages add their Content-Security-Policy. */
export const secureHeadersFor = (baseUrl: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  // Addresses of private places carry their ticket, which other sites must not see.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
})

/** Seconds after which a client may retry a request that got 503. */
const retryAfterSeconds = 5

/**
 * Returns the class of the site's responses, for `createServer`. It adds `secureHeaders` to every response, and `Retry-After` to
 * every 503.
 *
 * It adds them when the head is written, not by `setHeader` before: Node.js writes a head to which only one object contributes
 * much faster (docs/decisions/0017-headers-with-the-head.md).
 */
export function siteResponse(secureHeaders: Record<string, string>): typeof ServerResponse {
  const busyHeaders = { ...secureHeaders, 'Retry-After': String(retryAfterSeconds) }

  return class SiteResponse<R extends IncomingMessage> extends ServerResponse<R> {
    override writeHead(
      status: number,
      reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): this {
      if (typeof reason === 'string') this.statusMessage = reason
      const given = typeof reason === 'object' ? reason : headers
      const added = status === 503 ? busyHeaders : secureHeaders
      if (given && !Array.isArray(given) && this.getHeaderNames().length === 0)
        return super.writeHead(status, { ...added, ...given })
      for (const [name, value] of Object.entries(added))
        if (!this.hasHeader(name)) this.setHeader(name, value)
      return super.writeHead(status, given)
    }
  }
}
