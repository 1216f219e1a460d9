import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Refused } from '@baseplate/platform/foundation/errors'

/**
 * Reads a body into memory.
 *
 * @param tooLarge the refusal of a body with more bytes
 * @throws Refused `invalid`: the body is incomplete
 */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  tooLarge: () => Refused,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(incoming.headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The server drains the rest of a body that is too large, so that the client can read the response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new Refused('site.form_interrupted')
  }
  if (size > maxBytes) throw tooLarge()
  return Buffer.concat(chunks)
}

/** Whether a body is compressed. The server in front refuses all codings but gzip. */
export const isCompressed = (headers: IncomingHttpHeaders): boolean =>
  /gzip/i.test(headers['content-encoding'] ?? '')

const decompress = promisify(gunzip)

/**
 * Returns the decompressed bytes of a body.
 *
 * @param tooLarge the refusal of a body that has more bytes then
 * @throws Refused `invalid`: the bytes are not of gzip
 */
export async function decompressed(body: Buffer, maxBytes: number, tooLarge: () => Refused): Promise<Buffer> {
  try {
    return await decompress(body, { maxOutputLength: maxBytes })
  } catch (error) {
    const isLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isLarge ? tooLarge() : new Refused('files.not_gzip')
  }
}
