import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { IsTrustedProxy } from './client-address.ts'

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Asked = Pick<IncomingMessage, 'method' | 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * Makes the check that recognizes state-changing requests of other sites' pages (decisions, section 2).
 *
 * `Sec-Fetch-Site` decides where a browser sends it; older ones, and plain http beyond this machine, have only
 * `Origin`. A request with neither comes from a program, which carries nobody's cookies against their will.
 */
export function crossSiteCheck(siteOrigin: string, isTrusted: IsTrustedProxy): (request: Asked) => boolean {
  return ({ method = 'GET', headers, socket }) => {
    if (readingMethods.has(method)) return false
    const fetchSite = headers['sec-fetch-site']
    if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none'
    const { origin, host } = headers
    if (origin === undefined || origin === siteOrigin) return false
    // On a local network a browser may know the site by another name than `BASE_URL`: the one in `Host`.
    return origin !== `${schemeOf(headers, isTrusted(socket.remoteAddress))}://${host}`
  }
}

/**
 * Returns the scheme that the browser used. The site itself speaks plain http; a trusted proxy names its scheme in
 * `X-Forwarded-Proto`. Of several values, the last comes from the nearest proxy.
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
