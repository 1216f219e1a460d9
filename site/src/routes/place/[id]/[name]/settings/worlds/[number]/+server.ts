import { slugOf } from '@baseplate/platform/foundation/slug'
import { readWorld } from '@baseplate/platform/places/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readWorld,
  ({ file, placeName }, { event: { request, params } }) =>
    sendFile(request, file, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${slugOf(placeName)}-world-${params.number}.zip"`,
      'cache-control': 'private, no-cache',
    }),
  { number: (segment = '') => segment, id: placeIdOf },
)
