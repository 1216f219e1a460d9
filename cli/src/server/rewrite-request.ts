import type { IncomingMessage } from 'node:http'

const absolute = /^https?:\/\/(?<host>[^/?#@]+)(?<rest>[/?].*)?$/i

/**
 * Rewrites absolute form, `GET http://host/path`, to `GET /path`, which all handlers expect. Servers must accept it, and its host
 * takes precedence over the header (RFC 9112, section 3.2.2).
 */
export function useOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const { host, rest = '' } = absolute.exec(url)?.groups ?? {}
  if (host === undefined) return
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  request.headers.host = host
}

/** Headers that browsers send with the request of a page. They do not count in a program's request with an access token. */
const ofBrowsers = ['cookie', 'origin', 'sec-fetch-site', 'x-sveltekit-action', 'x-requested-with'] as const

/**
 * Takes the access token out of a request for the pages, and makes it the request of a program: it has no cookies, comes from no page
 * and gets JSON. Returns undefined for other requests, including those with a credential for another system, such as a proxy.
 */
export function takeAccessToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const token = /^Bearer +(bp_.*)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return undefined
  delete headers.authorization
  for (const name of ofBrowsers) delete headers[name]
  headers.accept = 'application/json'
  return token.trim()
}

const placeData = /^\/place\/(\d+)\/data(?=\?|$)/

/**
 * Rewrites `PUT /place/{id}/data`, which publishes a file, to its route below the name of a place. Other methods of this address
 * are for the page of a place called "data".
 */
function useNamedPlaceData(request: Pick<IncomingMessage, 'method' | 'url'>): void {
  if (request.method === 'PUT') request.url = request.url?.replace(placeData, '/place/$1/-/file')
}

const uploads = /^\/uploads(?:[/?]|$)/
const overridable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Gives a request for an upload the method that `X-HTTP-Method-Override` names, as the tus protocol demands. Clients that cannot
 * send PATCH or DELETE use it. Everything that checks the method of a request comes after this.
 */
export function useOverriddenMethod(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): void {
  const method = request.headers['x-http-method-override']
  if (typeof method === 'string' && overridable.has(method) && uploads.test(request.url ?? ''))
    request.method = method
}

/** Whether a program calls an action without fields. It sends no body and so no content type, which SvelteKit requires. */
const isFormless = (request: IncomingMessage) =>
  request.method === 'POST' &&
  request.headers['content-type'] === undefined &&
  (request.headers['content-length'] ?? '0') === '0' &&
  request.headers['transfer-encoding'] === undefined

/** Gives a request the target and the method that its other spellings stand for. Everything that checks them comes after this. */
export function prepareRequest(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): void {
  useOriginForm(request)
  useOverriddenMethod(request)
}

/** Gives a request the form in which the pages expect it. */
export function prepareForPages(request: IncomingMessage): void {
  useNamedPlaceData(request)
  if (isFormless(request)) request.headers['content-type'] = 'application/x-www-form-urlencoded'
}
