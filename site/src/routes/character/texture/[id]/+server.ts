import { readWornPicture } from '@baseplate/platform/assets/pictures/worn'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { sendBytes } from '#lib/server/send-bytes.ts'
import type { RequestHandler } from './$types'

/** Sends the picture that covers a worn item, for the preview. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  return platform.figureItems.run(event.locals.address, async () => {
    const { bytes, contentType } = await readWornPicture(platform, actor, assetIdOf(event.params.id))
    const headers = { 'content-type': contentType, 'cache-control': 'private, max-age=300' }
    return sendBytes(new Uint8Array(bytes), headers)
  })
}
