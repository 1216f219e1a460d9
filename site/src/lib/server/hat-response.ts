import type { EncodedFile, Model } from '@baseplate/renderer/drawing'

/** Sends a hat for the preview as a form: `parts` in JSON, then the files of `meshes` and of `pictures`, each in order. */
export function hatResponse({ parts, meshes, pictures }: Model, caching: string): Response {
  const form = new FormData()
  form.set('parts', JSON.stringify(parts))
  const append = (field: string, { name, bytes }: EncodedFile) =>
    form.append(field, new Blob([new Uint8Array(bytes)]), name)
  for (const mesh of meshes) append('meshes', mesh)
  for (const picture of pictures) append('pictures', picture)
  return new Response(form, {
    headers: { 'cache-control': caching, 'x-content-type-options': 'nosniff' },
  })
}
