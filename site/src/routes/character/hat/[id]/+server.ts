import { readWornHat } from '@baseplate/platform/assets/pictures/worn'
import { asActor } from '#lib/server/as-actor.ts'
import { modelResponse } from '#lib/server/model-response.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  return platform.figureItems.run(event.locals.address, async () => {
    const hat = await readWornHat(platform, actor, assetIdOf(event.params.id))
    return modelResponse(hat, 'private, max-age=300')
  })
}
