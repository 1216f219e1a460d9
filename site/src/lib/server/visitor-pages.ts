import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { singleFlight } from '@baseplate/service/single-flight'
import type { RequestEvent } from '@sveltejs/kit'
import { LRUCache } from 'lru-cache'
import { hasOnlyVisitorCookies } from './language.ts'

/** Routes whose pages are the same for all visitors, each with the queries that are shared. */
const shared: Record<string, RegExp> = {
  '/': /^$/,
  '/games': /^(\?(sort=[a-z]{1,9}|genre=[\w+%-]{1,60})(&cursor=[\d-]{1,40})?)?$/,
  '/share/[id]': /^$/,
}

/** Maximum age of a page that visitors see. */
const freshForMs = 1_000

/** Maximum number of cached pages: more than visitors open within a second. */
const maxPages = 50

type Coding = 'br' | 'gzip'
type Bytes = Uint8Array<ArrayBuffer>

interface Page {
  /** Time from which the page is stale. */
  until: number
  status: number
  headers: [string, string][]
  body: Bytes
  /** The body in each content coding that a client has asked for. */
  encoded: Map<Coding, Promise<Bytes>>
}

/**
 * Renders a page for visitors at most once a second in each language, and shares it: visitors have no session, so all of them
 * see the same page. Requests that arrive during a render share its result. A failed page is not cached.
 *
 * Each page is also compressed once for each content coding. The HTTP server compresses all other pages. It also
 * keeps a fresh page for requests like this one, which then do not reach SvelteKit.
 *
 * Nothing in such a page belongs to one request: the Content-Security-Policy uses hashes.
 */
export function createVisitorPages(): (
  event: RequestEvent,
  render: () => Promise<Response>,
) => Promise<Response> {
  const pages = new LRUCache<string, Page>({ max: maxPages })
  const renderOnce = singleFlight(async (key: string, render: () => Promise<Response>, until: number) => {
    const page = await read(await render(), until)
    if (page.status === 200) pages.set(key, page)
    else pages.delete(key)
    return page
  })

  return async (event, render) => {
    if (!isShared(event)) return render()
    const key = `${event.locals.texts.locale} ${event.url.pathname}${event.url.search}`
    const { coding, keep } = event.platform?.req.baseplate ?? {}
    const now = event.locals.platform.now()
    const cached = pages.get(key)
    const isFresh = cached && now < cached.until
    const page = isFresh ? cached : await renderOnce(key, render, now + freshForMs)
    const body = await bodyOf(page, coding)
    if (page.status === 200) keep?.(body, page.until)
    return respond(page, body, coding)
  }
}

function isShared(event: RequestEvent): boolean {
  const { request, route, url, isDataRequest } = event
  return (
    request.method === 'GET' &&
    !isDataRequest &&
    event.locals.actor === null &&
    hasOnlyVisitorCookies(event) &&
    (shared[route.id ?? '']?.test(url.search) ?? false)
  )
}

async function read(response: Response, until: number): Promise<Page> {
  return {
    until,
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
    encoded: new Map(),
  }
}

function bodyOf({ body, encoded }: Page, coding: Coding | undefined): Bytes | Promise<Bytes> {
  if (!coding) return body
  const encoding = encoded.get(coding) ?? encode[coding](body)
  encoded.set(coding, encoding)
  return encoding
}

function respond({ status, headers }: Page, body: Bytes, coding: Coding | undefined): Response {
  const response = new Response(body, { status, headers })
  if (!coding) return response
  response.headers.set('content-encoding', coding)
  // Replaces the length of the uncompressed page, which SvelteKit has set.
  response.headers.set('content-length', String(body.byteLength))
  return response
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Brotli has the same quality as for other pages: see `cli/src/server/compress.ts`. */
const encode: Record<Coding, (body: Bytes) => Promise<Bytes>> = {
  br: async (body) =>
    new Uint8Array(await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })),
  gzip: async (body) => new Uint8Array(await compressGzip(body)),
}
