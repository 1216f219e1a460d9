import { readScreenshot } from '@baseplate/platform/operations/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { fileBody } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readScreenshot,
  async ({ file, type, filename }) =>
    new Response(await fileBody(file), {
      headers: {
        'content-type': type,
        'content-length': String(file.size),
        'content-disposition': `attachment; filename="${filename}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    }),
  { id: String },
)
