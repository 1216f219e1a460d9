import { readGroupIcon } from '@baseplate/platform/people/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readGroupIcon,
  (icon, { event }) =>
    sendFile(event.request, icon, {
      'content-type': 'image/avif',
      'cache-control': 'private, max-age=31536000, immutable',
    }),
  { name: String, hash: String },
)
