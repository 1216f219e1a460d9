import { readPicture } from '@baseplate/platform/assets/creating/picture'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const file = await readPicture(platform, actor, assetIdOf(event.params.id))
  return sendFile(event.request, file, {
    'content-type': 'image/png',
    'cache-control': 'private, no-cache',
  })
}
