import { readScreenshotPreview } from '@baseplate/platform/operations/screenshots/read'
import { fileBody } from '#lib/server/file-body.ts'
import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** The small picture in the list; it never changes, and is its owner's alone. */
export const GET: RequestHandler = async (event) => {
  const file = await readScreenshotPreview(event.locals.platform, requireActor(event), event.params.id)
  return new Response(fileBody(file), {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(file.size),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
    },
  })
}
