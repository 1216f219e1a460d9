import { readPicture } from '@baseplate/platform/assets/creating/picture'
import { answerFile } from '#lib/server/answer-file.ts'
import { assetIdOf } from '#lib/server/asset-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => {
  const actor = requireActor(event)
  const file = await readPicture(event.locals.platform, actor, assetIdOf(event.params.id))
  return answerFile(event.request, file, {
    'content-type': 'image/png',
    'cache-control': 'private, no-cache',
  })
}
