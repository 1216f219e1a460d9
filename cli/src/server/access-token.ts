import type { IncomingMessage } from 'node:http'

/** Headers that browsers send with the request of a page. They do not count in a program's request with an access token. */
const ofBrowsers = ['cookie', 'origin', 'sec-fetch-site', 'x-sveltekit-action', 'x-requested-with'] as const

/**
 * Takes the access token out of a request for the pages, and makes it the request of a program: it has no cookies, comes from no page
 * and gets JSON. Returns undefined for other requests, also for those with a credential
 * that another system reads, such as a proxy.
 */
export function takeAccessToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const token = /^Bearer +(bp_.*)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return undefined
  delete headers.authorization
  for (const name of ofBrowsers) delete headers[name]
  headers.accept = 'application/json'
  return token.trim()
}
