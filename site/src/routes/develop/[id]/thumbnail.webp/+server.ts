import { readRenderedPicture } from '@baseplate/platform/assets/door'
import { asActor } from '#lib/server/as-actor.ts'
import { handles } from '#lib/server/operation.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { sendNamedPicture } from '#lib/server/send-file.ts'
import type { RequestEvent, RequestHandler } from './$types'

const { scope, summary } = readRenderedPicture

export const GET: RequestHandler = handles({ reads: ['v'], scope, summary }, async (event: RequestEvent) => {
  const { platform, actor } = asActor(event)
  const picture = await readRenderedPicture(platform, actor, { id: assetIdOf(event.params.id) })
  return sendNamedPicture(event, picture, 'image/webp')
})
