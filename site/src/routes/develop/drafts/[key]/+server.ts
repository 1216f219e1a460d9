import { readDraftFile } from '@baseplate/platform/assets/drafts/read'
import { asActor } from '#lib/server/as-actor.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Sends the file of the viewer's own draft. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const file = await readDraftFile(platform, actor, event.params.key)
  return sendFile(event.request, file, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="draft"',
    'cache-control': 'private, no-store',
  })
}
