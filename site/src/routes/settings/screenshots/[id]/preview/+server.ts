import { readScreenshotPreview } from '@baseplate/platform/operations/screenshots/read'
import { fileBody } from '#lib/server/answer-file.ts'
import { asActor } from '#lib/server/as-actor.ts'
import type { RequestHandler } from './$types'

/** The small picture in the list; it never changes, and is its owner's alone. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const file = await readScreenshotPreview(platform, actor, event.params.id)
  return new Response(fileBody(file), {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(file.size),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
    },
  })
}
