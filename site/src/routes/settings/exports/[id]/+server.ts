import { openExport } from '@baseplate/platform/accounts/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  openExport,
  ({ file, requested }, { actor, event }) => {
    const filename = `${actor.username}-${new Date(requested).toISOString().slice(0, 10)}.zip`
    return sendFile(event.request, file, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-store',
    })
  },
  { id: String },
)
