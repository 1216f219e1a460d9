import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '@baseplate/service/clock'
import '@baseplate/site/context'
import { LRUCache } from 'lru-cache'

interface KeptPage {
  /** Time from which the page is stale. */
  until: number
  route: string | undefined
  headers: OutgoingHttpHeaders
  body: Uint8Array
}

/** Maximum number of kept responses: more than visitors open within a second, in the languages and codings that they ask for. */
const maxPages = 100

/** Maximum characters of a key. Visitors hardly share a longer address or preference. */
const longestKey = 500

/** Headers with which a response may belong to one visitor, or depends on more than the address, the language and the coding. */
const ofOneVisitor = [
  'authorization',
  'cookie',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'origin',
  'range',
  'x-requested-with',
  'x-sveltekit-action',
  'x-sveltekit-error',
  'x-sveltekit-pathname',
] as const

/**
 * Returns a listener that keeps the pages that visitors share. While a page is fresh, requests that differ in nothing that the page
 * depends on get it from here. SvelteKit would take most of the time of such a request, although the page is rendered already
 * (docs/decisions/0004-visitors-share-a-page-for-a-second.md).
 *
 * @param pages serves all other requests, and calls `keep` of those whose page visitors share.
 */
export function keepingPages(now: Clock, pages: RequestListener): RequestListener {
  const kept = new LRUCache<string, KeptPage>({ max: maxPages })
  return (request, response) => {
    const { baseplate: context } = request
    const key = keyOf(request)
    if (context === undefined || key === undefined) return pages(request, response)
    const page = kept.get(key)
    if (page && now() < page.until) {
      context.route = page.route
      response.writeHead(200, page.headers).end(page.body)
      return
    }
    context.keep = (body, until) =>
      response.once('finish', () => {
        if (isForAll(response, context.coding))
          kept.set(key, { until, route: context.route, headers: headersOf(response, body), body })
      })
    pages(request, response)
  }
}

/** Returns all that a page for visitors depends on; undefined for requests that may get another one. */
function keyOf({ method, url = '', headers, baseplate }: IncomingMessage): string | undefined {
  if (method !== 'GET' || ofOneVisitor.some((name) => headers[name] !== undefined)) return undefined
  const key = [baseplate?.coding ?? '', headers.accept ?? '', headers['accept-language'] ?? '', url].join(
    '\n',
  )
  return key.length > longestKey ? undefined : key
}

const isForAll = (response: ServerResponse, coding: string | undefined) =>
  response.statusCode === 200 &&
  !response.hasHeader('set-cookie') &&
  response.getHeader('content-encoding') === coding

/** Returns the headers that were sent, without those of one request. */
function headersOf(response: ServerResponse, body: Uint8Array): OutgoingHttpHeaders {
  const { 'x-request-id': _, ...headers } = response.getHeaders()
  return { ...headers, 'content-length': body.byteLength }
}
