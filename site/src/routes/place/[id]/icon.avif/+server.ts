import { readIcon } from '@baseplate/platform/places/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { sendNamedPicture } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** The path cannot be a place's page, because slugs have no full stop. */
export const GET: RequestHandler = endpoint(
  readIcon,
  (icon, { event }) => sendNamedPicture(event, icon, 'image/avif'),
  { id: placeIdOf },
)
