import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import Negotiator from 'negotiator'

/** Content codings of pages, in order of preference. */
export type Coding = 'br' | 'gzip'
const codings: Coding[] = ['br', 'gzip']

/** Minimum size of a compressed body. Shorter ones fit into one packet anyway. */
const bytesMin = 1_024

/** Level 4 shrinks pages to a tenth in about a millisecond. Higher levels take many times as long for a few percent. */
const brotliQuality = 4

/** The types of the package lack the options of its newer versions. */
interface PreferringNegotiator {
  encodings(available: string[], options: { preferred: readonly string[] }): string[]
}

/** Returns the coding that a client prefers (RFC 9110, section 12.5.3); undefined when it accepts or names none of these. */
export function codingFor(request: IncomingMessage): Coding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined
  const negotiator: PreferringNegotiator = new Negotiator(request)
  const [best] = negotiator.encodings([...codings, 'identity'], { preferred: codings })
  return codings.find((coding) => coding === best)
}

const compress = compression({
  threshold: bytesMin,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  filter: mayCompress,
})

/** Responses of unknown length. */
const streamed = new WeakSet<ServerResponse>()

/**
 * Compresses a listener's text responses when the client accepts it and they are not compressed yet. A proxy that compresses
 * by itself does not pass on `Accept-Encoding`. Streamed responses stay streamed: each piece is sent at once.
 */
export function compressed(listener: RequestListener): RequestListener {
  return (request, response) =>
    compress(request, response, () => {
      const { write } = response
      response.write = ((...written: Parameters<typeof write>) => {
        const canWriteMore: boolean = Reflect.apply(write, response, written)
        if (streamed.has(response)) response.flush?.()
        return canWriteMore
      }) as typeof write
      listener(request, response)
    })
}

/** Decides whether to compress a response. Called when its headers are complete, before they are sent. */
function mayCompress(request: IncomingMessage, response: ServerResponse): boolean {
  // Ranges count bytes of the uncompressed file.
  if (response.hasHeader('accept-ranges') || response.hasHeader('content-range')) return false
  if (String(response.getHeader('cache-control') ?? '').includes('no-transform')) return false
  const type = String(response.getHeader('content-type') ?? '')
  if (type.startsWith('text/event-stream')) return false
  weaken(response)
  if (response.statusCode === 304) response.appendHeader('Vary', 'Accept-Encoding')
  if (!response.hasHeader('content-length')) streamed.add(response)
  return compression.filter(request, response)
}

/** Makes the validator weak: a page has the same meaning in every coding, but other bytes. */
function weaken(response: ServerResponse): void {
  const etag = response.getHeader('etag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`)
}
