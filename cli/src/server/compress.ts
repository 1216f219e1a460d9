import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import Negotiator from 'negotiator'

/** Content codings of pages. Of those that a client likes equally, the first. */
export type Coding = 'br' | 'gzip'
const codings: Coding[] = ['br', 'gzip']

/** Shorter bodies fit into one packet anyway. */
const bytesMin = 1_024

/** Brotli at 4 makes pages a tenth in about a millisecond; higher levels take many times as long for a few percent. */
const brotliQuality = 4

/** The coding that a client prefers among ours (RFC 9110, section 12.5.3); undefined when it takes neither, or says nothing. */
export function codingFor(request: IncomingMessage): Coding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined
  const [best] = new Negotiator(request).encodings([...codings, 'identity'], { preferred: codings })
  return codings.find((coding) => coding === best)
}

const compress = compression({
  threshold: bytesMin,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  filter: mayCompress,
})

/** Responses whose length nobody knows before their end. */
const streamed = new WeakSet<ServerResponse>()

/**
 * Compresses what the listener answers, where it is text, where the client accepts it and where nobody has done so yet.
 * A proxy that compresses by itself says so by not passing on `Accept-Encoding`. What is streamed stays so: each piece
 * is sent as it comes.
 */
export function compressed(listener: RequestListener): RequestListener {
  return (request, response) =>
    compress(request, response, () => {
      const { write } = response
      response.write = ((...written: Parameters<typeof write>) => {
        const goesOn: boolean = Reflect.apply(write, response, written)
        if (streamed.has(response)) response.flush?.()
        return goesOn
      }) as typeof write
      listener(request, response)
    })
}

/** Called when a response's headers are complete, before any byte of it is sent. */
function mayCompress(request: IncomingMessage, response: ServerResponse): boolean {
  // Files that are sent in parts: an offset means the same in every answer.
  if (response.hasHeader('accept-ranges') || response.hasHeader('content-range')) return false
  const type = String(response.getHeader('content-type') ?? '')
  if (type.startsWith('text/event-stream')) return false
  weaken(response)
  if (response.statusCode === 304) response.appendHeader('Vary', 'Accept-Encoding')
  if (!response.hasHeader('content-length')) streamed.add(response)
  return compression.filter(request, response)
}

/** One page in several codings differs in its bytes and not in what it says, which is what a weak validator means. */
function weaken(response: ServerResponse): void {
  const etag = response.getHeader('etag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`)
}
