import { readRenderedPicture } from '@baseplate/platform/assets/creating/picture'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { sendNamedPicture } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Sends the rendered picture of an item to its maker and to catalog managers, even before the item is approved. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const picture = await readRenderedPicture(platform, actor, assetIdOf(event.params.id))
  return sendNamedPicture(event, picture, 'image/webp')
}
