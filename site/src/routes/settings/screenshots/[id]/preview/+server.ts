import { readScreenshotPreview } from '@baseplate/platform/operations/screenshots/read'
import { asActor } from '#lib/server/as-actor.ts'
import { fileBody } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Serves the preview of a screenshot to its owner. It never changes. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const file = await readScreenshotPreview(platform, actor, event.params.id)
  return new Response(await fileBody(file), {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(file.size),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
    },
  })
}
