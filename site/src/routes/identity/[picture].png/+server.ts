import { Refused } from '@baseplate/platform/foundation/errors'
import { openSitePicture } from '@baseplate/platform/operations/door'
import { handles } from '#lib/server/operation.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    scope: 'read',
    summary: "Serves the platform's logo or icon. The name is its hash, so browsers cache it permanently.",
  },
  async ({ locals, params, request }) => {
    const file = await openSitePicture(locals.platform, params.picture)
    if (!file) throw new Refused('files.not_found')
    return sendFile(request, file, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  },
)
