import { readScreenshot } from '@baseplate/platform/operations/screenshots/read'
import { asActor } from '#lib/server/as-actor.ts'
import { fileBody } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Downloads a screenshot for its owner. It is an attachment, because uploads are never displayed as pages of the site. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { file, type, filename } = await readScreenshot(platform, actor, event.params.id)
  return new Response(await fileBody(file), {
    headers: {
      'content-type': type,
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${filename}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
