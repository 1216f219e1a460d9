import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestEvent } from '@sveltejs/kit'

/** Pages that look the same for everybody who is not signed in, and the queries that they know. */
const shared: Record<string, RegExp> = { '/': /^$/, '/games': /^(\?sort=[a-z]{1,9}(&cursor=[\d-]{1,40})?)?$/ }

/** What a visitor sees is at most this old. */
const freshForMs = 1_000

/** Enough for every page that visitors really open within a second. */
const maxKept = 50

type Coding = 'br' | 'gzip'
type Bytes = Uint8Array<ArrayBuffer>

interface Answer {
  status: number
  headers: [string, string][]
  body: Bytes
  /** The body in each content coding that a client has asked for. */
  coded: Map<Coding, Promise<Bytes>>
}

interface Kept {
  until: number
  answer: Answer
}

/**
 * Renders a page for visitors once a second, however many of them come at once: those who follow a link to a platform
 * that is suddenly popular have no session, and all see the same. Requests that come during a render share it. A page that
 * failed is shared by these, and not kept.
 *
 * Such a page is compressed once for each content coding, too; the server in front compresses all others.
 *
 * Nothing in such a page is one request's own: the Content-Security-Policy goes by hashes.
 */
export function createVisitorPages(): (
  event: RequestEvent,
  render: () => Promise<Response>,
) => Promise<Response> {
  const kept = new Map<string, Kept>()
  const inFlight = new Map<string, Promise<Answer>>()

  const renderOnce = async (key: string, render: () => Promise<Response>, until: number) => {
    try {
      const answer = await read(await render())
      kept.delete(key)
      if (answer.status === 200) kept.set(key, { until, answer })
      if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
      return answer
    } finally {
      inFlight.delete(key)
    }
  }

  return async (event, render) => {
    if (!isShared(event)) return render()
    const key = event.url.pathname + event.url.search
    const coding = event.platform?.req.baseplate?.coding
    const now = event.locals.platform.now()
    const page = kept.get(key)
    if (page && now < page.until) return respond(page.answer, coding)
    let flight = inFlight.get(key)
    if (!flight) {
      flight = renderOnce(key, render, now + freshForMs)
      inFlight.set(key, flight)
    }
    return respond(await flight, coding)
  }
}

function isShared({ request, cookies, route, url, isDataRequest }: RequestEvent): boolean {
  return (
    request.method === 'GET' &&
    !isDataRequest &&
    cookies.getAll().length === 0 &&
    (shared[route.id ?? '']?.test(url.search) ?? false)
  )
}

async function read(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
    coded: new Map(),
  }
}

async function respond(answer: Answer, coding: Coding | undefined): Promise<Response> {
  const { status, headers, body, coded } = answer
  if (!coding) return new Response(body, { status, headers })
  const bytes = await codedBody(coded, coding, body)
  const response = new Response(bytes, { status, headers })
  response.headers.set('content-encoding', coding)
  // SvelteKit has set the length of the page.
  response.headers.set('content-length', String(bytes.byteLength))
  return response
}

function codedBody(coded: Answer['coded'], coding: Coding, body: Bytes): Promise<Bytes> {
  let bytes = coded.get(coding)
  if (!bytes) {
    bytes = encode[coding](body)
    coded.set(coding, bytes)
  }
  return bytes
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Brotli's quality is that of other pages: see `cli/src/server/compress.ts`. */
const encode: Record<Coding, (body: Bytes) => Promise<Bytes>> = {
  br: async (body) =>
    new Uint8Array(await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })),
  gzip: async (body) => new Uint8Array(await compressGzip(body)),
}
