import { readIcon } from '@baseplate/platform/places/pictures/read'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import { sendNamedPicture } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Serves a place's icon. The path cannot be a place's page, because slugs have no full stop. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = event.locals
  return sendNamedPicture(
    event,
    await readIcon(platform, actor, placeIdOf(event.params.id), privateTicketOf(event)),
    'image/avif',
  )
}
