import { readRenderedPicture } from '@baseplate/platform/assets/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { sendNamedPicture } from '#lib/server/send-file.ts'
import type { RequestEvent, RequestHandler } from './$types'

const { scope, summary } = readRenderedPicture

export const GET: RequestHandler = forUsers(
  { reads: ['v'], scope, summary },
  async ({ platform, actor, event }: Acting<RequestEvent>) => {
    const picture = await readRenderedPicture(platform, actor, { id: assetIdOf(event.params.id) })
    return sendNamedPicture(event, picture, 'image/webp')
  },
)
