import { readBadgeIcon } from '@baseplate/platform/badges/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { badgeIdOf, placeIdOf } from '#lib/server/request-url.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** The path cannot be a place's page, because slugs and pages have no full stop. */
export const GET: RequestHandler = endpoint(
  readBadgeIcon,
  (icon, { event }) =>
    sendFile(event.request, icon, {
      'content-type': 'image/avif',
      'cache-control': 'private, max-age=31536000, immutable',
    }),
  { id: placeIdOf, badge: badgeIdOf, hash: String },
)
