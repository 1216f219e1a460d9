import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { IsTrustedProxy } from './client-address.ts'

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Asked = Pick<IncomingMessage, 'method' | 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * Returns a check for state-changing requests that come from pages of other sites.
 *
 * `Sec-Fetch-Site` decides when a browser sends it. Older browsers, and all browsers over plain http, only send `Origin`. A
 * request with neither comes from a program, whose cookies are its own.
 */
export function crossSiteCheck(siteOrigin: string, isTrusted: IsTrustedProxy): (request: Asked) => boolean {
  return ({ method = 'GET', headers, socket }) => {
    if (readingMethods.has(method)) return false
    const fetchSite = headers['sec-fetch-site']
    if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none'
    const { origin, host } = headers
    if (origin === undefined || origin === siteOrigin) return false
    // On a local network, browsers may use another name than that of `BASE_URL`: the one in `Host`.
    return origin !== `${schemeOf(headers, isTrusted(socket.remoteAddress))}://${host}`
  }
}

/**
 * Returns the scheme that the browser used. The site itself speaks plain http; a trusted proxy names its scheme in
 * `X-Forwarded-Proto`. If it has several values, the last one comes from the nearest proxy.
 */
function schemeOf(headers: IncomingHttpHeaders, isFromTrustedProxy: boolean): string {
  const forwarded = isFromTrustedProxy ? headers['x-forwarded-proto'] : undefined
  return (
    String(forwarded ?? 'http')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase() || 'http'
  )
}
