import { readWaitingPicture } from '@baseplate/platform/moderation/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readWaitingPicture,
  (file, { event }) =>
    sendFile(event.request, file, {
      'content-type': 'image/avif',
      'cache-control': 'private, no-store',
    }),
  { id: String },
)
