import { Refused } from '@baseplate/platform/foundation/errors'
import type { EncodedFile, Model } from '@baseplate/renderer/drawing'

/** Maximum bytes of all previews that are being sent. A slow reader keeps its preview in memory. */
const maxSending = 96_000_000

/** Seconds after which a refused client may retry. */
const retryAfter = 5

/** Bytes given to a connection at once. */
const pieceBytes = 256 * 1024

let sending = 0

/**
 * Sends a hat or a model for the preview as a form: `parts` in JSON, then the files of `meshes` and of `pictures`, in order.
 *
 * @throws Refused `busy`
 */
export async function modelResponse({ parts, meshes, pictures }: Model, caching: string): Promise<Response> {
  const form = new FormData()
  form.set('parts', JSON.stringify(parts))
  const append = (field: string, { name, bytes }: EncodedFile) =>
    form.append(field, new Blob([new Uint8Array(bytes)]), name)
  for (const mesh of meshes) append('meshes', mesh)
  for (const picture of pictures) append('pictures', picture)
  // As bytes: Node.js sends a form piece by piece, and a client that leaves meanwhile causes a rejection that nothing can catch.
  const encoded = new Response(form)
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  return new Response(inPieces(bytes), {
    headers: {
      'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data',
      'content-length': String(bytes.byteLength),
      'cache-control': caching,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Streams bytes, and counts them until they are sent or the client has left. @throws Refused `busy` */
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
