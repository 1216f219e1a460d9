import { Refused } from '@baseplate/platform/foundation/errors'

/** Maximum bytes of all responses that are being sent. A slow reader keeps its response in memory. */
const maxSending = 96_000_000

/** Seconds after which a refused client may retry. */
const retryAfter = 5

/** Bytes given to a connection at once. */
const pieceBytes = 256 * 1024

let sending = 0

/**
 * Sends bytes in pieces, and counts them until they are sent or the client has left.
 *
 * @throws Refused `busy`
 */
export function sendBytes(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  return new Response(inPieces(bytes), {
    headers: { ...headers, 'content-length': String(bytes.byteLength), 'x-content-type-options': 'nosniff' },
  })
}

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (sending + bytes.byteLength > maxSending) throw new Refused('files.busy').retryIn(retryAfter)
  sending += bytes.byteLength
  let at = 0
  const release = () => {
    sending -= bytes.byteLength
  }
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, at + pieceBytes))
      at += pieceBytes
      if (at < bytes.byteLength) return
      controller.close()
      release()
    },
    cancel: release,
  })
}
