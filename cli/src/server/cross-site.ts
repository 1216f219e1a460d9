import type { IncomingHttpHeaders } from 'node:http'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a browser says that another site is behind a state-changing request (decisions, section 2).
 *
 * `Sec-Fetch-Site` decides where a browser sends it; older ones, and plain http beyond this machine, have only
 * `Origin`. A request with neither comes from a program, which carries nobody's cookies against their will.
 */
export function isCrossSite(method: string, headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  if (readingMethods.has(method)) return false
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  // Somebody on the local network may use another of the site's names than `BASE_URL`: the one that was asked for.
  return origin !== siteOrigin && origin !== `http://${host}` && origin !== `https://${host}`
}
