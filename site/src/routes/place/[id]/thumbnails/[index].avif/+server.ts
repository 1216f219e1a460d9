import { parsePlaceId } from '@baseplate/platform/places/input'
import { readThumbnail } from '@baseplate/platform/places/pictures/read'
import { fileNotFound } from '@baseplate/platform/places/rules'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import { sendNamedPicture } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Serves a thumbnail of a place. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = event.locals
  const index = parsePlaceId(event.params.index)
  if (index === undefined) throw fileNotFound()
  return sendNamedPicture(
    event,
    await readThumbnail(platform, actor, placeIdOf(event.params.id), index, privateTicketOf(event)),
    'image/avif',
  )
}
