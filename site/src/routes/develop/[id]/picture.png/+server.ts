import { readPicture } from '@baseplate/platform/assets/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readPicture,
  (file, { event }) =>
    sendFile(event.request, file, {
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
    }),
  { id: assetIdOf },
)
