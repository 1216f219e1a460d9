import type { Readable } from 'node:stream'
import { FilesUnavailable } from '../files-unavailable.ts'

/** Broken connections in a row, without a byte in between, after which a download fails. */
const maxBreaks = 3

/**
 * Reads a range of an object, both ends inclusive. When the connection breaks, the rest is requested again, which is the same
 * content because objects never change.
 *
 * @param request opens the bytes from a position to the end of the range, with retries of its own.
 * @throws FilesUnavailable
 */
export async function* readObject(
  { start, end }: { start: number; end: number },
  request: (from: number, signal: AbortSignal) => Promise<Readable>,
): AsyncGenerator<Uint8Array, void> {
  let position = start
  for (let breaks = 0; position <= end; ) {
    const left = new AbortController()
    const body = await request(position, left.signal).catch((error: unknown) => {
      throw new FilesUnavailable(error)
    })
    // A reader that leaves may throw an error into the generator. That is no fault of the connection.
    let isWithReader = false
    try {
      for await (const chunk of body) {
        const bytes = chunk as Uint8Array
        position += bytes.byteLength
        breaks = 0
        isWithReader = true
        yield bytes
        isWithReader = false
      }
      if (position <= end) throw new Error(`the object ended after ${position} bytes instead of ${end + 1}`)
    } catch (error) {
      if (isWithReader) throw error
      breaks += 1
      if (breaks >= maxBreaks) throw new FilesUnavailable(error)
    } finally {
      left.abort()
    }
  }
}
