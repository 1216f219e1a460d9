import { openExport } from '@baseplate/platform/accounts/exports/view-export'
import { asActor } from '#lib/server/as-actor.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Downloads an export of the actor's account. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { file, requested } = await openExport(platform, actor, event.params.id)
  const filename = `${actor.username}-${new Date(requested).toISOString().slice(0, 10)}.zip`
  return sendFile(event.request, file, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'private, no-store',
  })
}
