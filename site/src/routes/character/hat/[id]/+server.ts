import { readWornHat } from '@baseplate/platform/assets/door'
import { asActor } from '#lib/server/as-actor.ts'
import { modelResponse } from '#lib/server/model-response.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { fieldsOf } from '#lib/server/route-call.ts'
import type { RequestEvent, RequestHandler } from './$types'

const params = { id: assetIdOf }

export const GET: RequestHandler = handles(
  operationWith(readWornHat, params),
  async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    return platform.figureItems.run(event.locals.address, async () => {
      const hat = await readWornHat(platform, actor, fieldsOf(event, params))
      return modelResponse(hat, 'private, max-age=300')
    })
  },
)
