import { readWaitingPicture } from '@baseplate/platform/moderation/picture-review/view'
import { asActor } from '#lib/server/as-actor.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** A picture that waits for review, for its maker and for reviewers. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const file = await readWaitingPicture(platform, actor, event.params.id)
  return sendFile(event.request, file, {
    'content-type': 'image/avif',
    'cache-control': 'private, no-store',
  })
}
