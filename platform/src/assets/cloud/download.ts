import { get as getByHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { get as getByHttps, Agent as HttpsAgent } from 'node:https'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { CloudFault } from './fault.ts'

/** Connections at once; whoever asks for more assets than that waits for those before. */
const maxTotalSockets = 128

const maxRedirects = 5

/** Connections of one kind of trust. */
export interface Connections {
  http: HttpAgent
  https: HttpsAgent
  close(): void
}

/** To wherever the operator says. */
export const openConnections = (): Connections =>
  connections(
    new HttpAgent({ keepAlive: true, maxTotalSockets }),
    new HttpsAgent({ keepAlive: true, maxTotalSockets }),
  )

/** To public addresses alone, whatever names mean at the moment of connecting. */
export function openPublicConnections(): Connections {
  const options = { keepAlive: true, maxTotalSockets }
  return connections(new RequestFilteringHttpAgent(options), new RequestFilteringHttpsAgent(options))
}

const connections = (http: HttpAgent, https: HttpsAgent): Connections => ({
  http,
  https,
  close() {
    http.destroy()
    https.destroy()
  },
})

/**
 * Asks for an address, once; answers what comes, whatever its status.
 *
 * @throws CloudFault when nothing can be asked there; whatever `signal` was aborted with.
 */
export function ask(
  url: URL,
  through: Connections,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw new CloudFault('named an address that is not a web address')
  return new Promise((resolve, reject) => {
    const get = secure ? getByHttps : getByHttp
    get(url, { agent: secure ? through.https : through.http, signal, headers })
      .on('response', resolve)
      .on('error', (error) => reject(signal.aborted ? error : faultOf(error)))
  })
}

/** As `ask`, for a file: follows redirects, each as carefully as the first address, and undoes the compression. */
export async function download(
  url: URL,
  through: Connections,
  signal: AbortSignal,
): Promise<{ status: number; body: AsyncIterable<Buffer> & { destroy(): void } }> {
  let at = url
  for (let redirects = 0; ; redirects++) {
    const response = await ask(at, through, signal)
    const { statusCode: status = 0, headers } = response
    if (status < 300 || status > 399 || headers.location === undefined) {
      return { status, body: decoded(response) }
    }
    response.destroy()
    if (redirects === maxRedirects) throw new CloudFault('redirects without end')
    if (!URL.canParse(headers.location, at.href)) throw new CloudFault('redirects to what is no address')
    at = new URL(headers.location, at)
  }
}

/** The filter says in prose alone that it was the one who refused. */
const faultOf = ({ message }: Error) =>
  new CloudFault(
    /is not allowed\. Because/.test(message) ? 'named an address that is not public' : 'could not be reached',
    { cause: message },
  )

const decoders: Record<string, () => NodeJS.ReadWriteStream & { destroy(): void }> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** We ask for no compression; some servers of files send nothing else. */
function decoded(response: IncomingMessage): AsyncIterable<Buffer> & { destroy(): void } {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return response
  const decoder = decoders[encoding]?.()
  if (!decoder) {
    response.destroy()
    throw new CloudFault('sent a compression that is unknown here')
  }
  // Whoever reads it hears of its errors.
  pipeline(response, decoder, () => {})
  return decoder as typeof decoder & AsyncIterable<Buffer>
}
