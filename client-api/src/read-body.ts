import type { IncomingMessage } from 'node:http'
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
