import type { IncomingMessage } from 'node:http'
import { Refused } from '../fault.ts'

const BODY_BYTES_MAX = 64 * 1024

/**
 * The body of a request as JSON; undefined when it has none.
 * @throws Refused 413 above 64 KiB, 400 when it is not JSON.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBody(request)).toString()
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'the body is not JSON')
  }
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= BODY_BYTES_MAX) return chunks.push(chunk)
      // What still comes is thrown away, so that the client can read the answer.
      request.removeAllListeners('data').resume()
      reject(new Refused(413, 'the body is larger than 64 KiB'))
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}
