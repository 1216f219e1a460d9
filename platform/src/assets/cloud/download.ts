import { get as getByHttp, type IncomingMessage } from 'node:http'
import { get as getByHttps } from 'node:https'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { type Connections, isRefusedAddress } from '@baseplate/service/network/connections'
import { userAgentOf } from '@baseplate/service/user-agent'

/** A failure of the asset cloud or of a server that it named. The message continues a sentence: `The asset cloud …`. */
export class CloudFault extends Error {
  override name = 'CloudFault'
}

const maxRedirects = 5

/** Some services refuse requests that do not name their program. */
const userAgent = userAgentOf('AssetCloud')

/**
 * Sends one request. Returns any response, regardless of its status.
 *
 * @throws CloudFault when the address is invalid or cannot be reached; the reason of `signal`.
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
    get(url, {
      agent: secure ? through.https : through.http,
      signal,
      headers: { 'user-agent': userAgent, ...headers },
    })
      .on('response', resolve)
      .on('error', (error) => reject(signal.aborted ? error : faultOf(error)))
  })
}

/** Downloads a file. Checks the address of every redirect like the first one, and undoes compression. */
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
    if (redirects === maxRedirects) throw new CloudFault('redirected too often')
    if (!URL.canParse(headers.location, at.href)) throw new CloudFault('redirected to an invalid address')
    at = new URL(headers.location, at)
  }
}

const faultOf = (error: Error) =>
  new CloudFault(isRefusedAddress(error) ? 'named an address that is not public' : 'could not be reached', {
    cause: error.message,
  })

const decoders: Record<string, () => NodeJS.ReadWriteStream & { destroy(): void }> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Undoes compression. Requests do not ask for it, but some file servers always send it. */
function decoded(response: IncomingMessage): AsyncIterable<Buffer> & { destroy(): void } {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return response
  const decoder = decoders[encoding]?.()
  if (!decoder) {
    response.destroy()
    throw new CloudFault('used an unknown compression')
  }
  // The reader of the decoder gets its errors.
  pipeline(response, decoder, () => {})
  return decoder as typeof decoder & AsyncIterable<Buffer>
}
