import { readPicture } from '@baseplate/platform/assets/creating/picture'
import { answerFile } from '#lib/server/answer-file.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const file = await readPicture(platform, actor, assetIdOf(event.params.id))
  return answerFile(event.request, file, {
    'content-type': 'image/png',
    'cache-control': 'private, no-cache',
  })
}
