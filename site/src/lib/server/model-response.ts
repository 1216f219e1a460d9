import type { EncodedFile, Model } from '@baseplate/renderer/drawing'
import { sendBytes } from './send-bytes.ts'

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
  return sendBytes(new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data',
    'cache-control': caching,
  })
}
