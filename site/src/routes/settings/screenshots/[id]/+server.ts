import { readScreenshot } from '@baseplate/platform/operations/screenshots/read'
import { fileBody } from '#lib/server/answer-file.ts'
import { asActor } from '#lib/server/as-actor.ts'
import type { RequestHandler } from './$types'

/** Hands a screenshot to the one who took it, as a file to save: an upload is never shown as a page of ours. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { file, type, filename } = await readScreenshot(platform, actor, event.params.id)
  return new Response(fileBody(file), {
    headers: {
      'content-type': type,
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${filename}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
