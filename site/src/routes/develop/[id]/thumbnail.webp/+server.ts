import { readRenderedPicture } from '@baseplate/platform/assets/creating/picture'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Sends the rendered picture of an item to its maker, even before the item is approved. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { file, name } = await readRenderedPicture(platform, actor, assetIdOf(event.params.id))
  const isNamed = event.url.searchParams.get('v') === name
  const lifetime = isNamed ? 'max-age=31536000, immutable' : 'no-cache'
  return sendFile(event.request, file, {
    'content-type': 'image/webp',
    'cache-control': `private, ${lifetime}`,
  })
}
