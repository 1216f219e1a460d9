import { readWornPicture } from '@baseplate/platform/assets/door'
import { asActor } from '#lib/server/as-actor.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { fieldsOf } from '#lib/server/route-call.ts'
import { sendBytes } from '#lib/server/send-bytes.ts'
import type { RequestEvent, RequestHandler } from './$types'

const params = { id: assetIdOf }

export const GET: RequestHandler = handles(
  operationWith(readWornPicture, params),
  async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    return platform.figureItems.run(event.locals.address, async () => {
      const { bytes, contentType } = await readWornPicture(platform, actor, fieldsOf(event, params))
      const headers = { 'content-type': contentType, 'cache-control': 'private, max-age=300' }
      return sendBytes(new Uint8Array(bytes), headers)
    })
  },
)
