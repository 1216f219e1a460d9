import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Asked = Pick<IncomingMessage, 'method' | 'headers'>

/**
 * Returns a check for state-changing requests that come from pages of other sites.
 *
 * `Sec-Fetch-Site` decides when a browser sends it. Older browsers, and all browsers over plain http, only send `Origin`. A
 * request with neither comes from a program, whose cookies are its own.
 */
export function crossSiteCheck(siteOrigin: string): (request: Asked, proxied: boolean) => boolean {
  return ({ method = 'GET', headers }, proxied) => {
    if (readingMethods.has(method)) return false
    const fetchSite = headers['sec-fetch-site']
    if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none'
    const { origin, host } = headers
    if (origin === undefined || origin === siteOrigin) return false
    // On a local network, browsers may use another name than that of `BASE_URL`: the one in `Host`.
    return origin !== `${schemeOf(headers, proxied)}://${host}`
  }
}

/**
 * Returns the scheme that the browser used. The site itself speaks plain http; a trusted proxy names its scheme in
 * `X-Forwarded-Proto`. If it has several values, the last one comes from the nearest proxy.
 */
function schemeOf(headers: IncomingHttpHeaders, proxied: boolean): string {
  const forwarded = proxied ? headers['x-forwarded-proto'] : undefined
  return (
    String(forwarded ?? 'http')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase() || 'http'
  )
}
