import { readWornHat } from '@baseplate/platform/assets/pictures/worn'
import type { EncodedFile } from '@baseplate/renderer/drawing'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Sends a hat for the preview as a form: `parts` in JSON, then the files of `meshes` and of `pictures`, each in order. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { parts, meshes, pictures } = await readWornHat(platform, actor, assetIdOf(event.params.id))
  const form = new FormData()
  form.set('parts', JSON.stringify(parts))
  const append = (field: string, { name, bytes }: EncodedFile) =>
    form.append(field, new Blob([new Uint8Array(bytes)]), name)
  for (const mesh of meshes) append('meshes', mesh)
  for (const picture of pictures) append('pictures', picture)
  return new Response(form, {
    headers: { 'cache-control': 'private, max-age=300', 'x-content-type-options': 'nosniff' },
  })
}
