import { readWornPicture } from '@baseplate/platform/assets/pictures/worn'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Sends the picture that covers a worn item, for the preview. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { bytes, contentType } = await readWornPicture(platform, actor, assetIdOf(event.params.id))
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': contentType,
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
    },
  })
}
