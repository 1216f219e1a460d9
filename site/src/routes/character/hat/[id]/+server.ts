import { parseAssetId } from '@baseplate/platform/assets/input'
import { readWornHat } from '@baseplate/platform/assets/pictures/worn-hat'
import { Refused, refusalStatus } from '@baseplate/platform/foundation/errors'
import type { EncodedFile } from '@baseplate/renderer/drawing'
import { error } from '@sveltejs/kit'
import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** A hat for the preview, as a form: its `parts` in JSON, and the files of its `meshes` and `pictures` in their order. */
export const GET: RequestHandler = async (event) => {
  requireActor(event)
  try {
    const { parts, meshes, pictures } = await readWornHat(
      event.locals.platform,
      parseAssetId(event.params.id) ?? 0,
    )
    const form = new FormData()
    form.set('parts', JSON.stringify(parts))
    const append = (field: string, { name, bytes }: EncodedFile) =>
      form.append(field, new Blob([new Uint8Array(bytes)]), name)
    for (const mesh of meshes) append('meshes', mesh)
    for (const picture of pictures) append('pictures', picture)
    return new Response(form, {
      headers: { 'cache-control': 'private, max-age=300', 'x-content-type-options': 'nosniff' },
    })
  } catch (refused) {
    if (refused instanceof Refused) error(refusalStatus[refused.reason], refused.message)
    throw refused
  }
}
