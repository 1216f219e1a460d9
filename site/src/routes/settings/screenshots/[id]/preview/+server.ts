import { readScreenshotPreview } from '@baseplate/platform/operations/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { fileBody } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readScreenshotPreview,
  async (file) =>
    new Response(await fileBody(file), {
      headers: {
        'content-type': 'image/webp',
        'content-length': String(file.size),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=86400, immutable',
      },
    }),
  { id: String },
)
