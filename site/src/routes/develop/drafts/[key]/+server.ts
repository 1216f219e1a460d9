import { readDraftFile } from '@baseplate/platform/assets/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readDraftFile,
  (file, { event }) =>
    sendFile(event.request, file, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="draft"',
      'cache-control': 'private, no-store',
    }),
  { key: String },
)
