import { parsePlaceId, readThumbnail } from '@baseplate/platform/places/door'
import { fileNotFound } from '@baseplate/platform/places/rules'
import { endpoint } from '#lib/server/endpoint.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { sendNamedPicture } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readThumbnail,
  (thumbnail, { event }) => sendNamedPicture(event, thumbnail, 'image/avif'),
  { index: indexOf, id: placeIdOf },
)

/** Numbers of thumbnails have the format of ids. @throws Refused `missing` */
function indexOf(segment = ''): number {
  const index = parsePlaceId(segment)
  if (index === undefined) throw fileNotFound()
  return index
}
