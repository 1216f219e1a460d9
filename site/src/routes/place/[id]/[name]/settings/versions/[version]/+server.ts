import { Refused } from '@baseplate/platform/foundation/errors'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { parsePlaceId, readVersion } from '@baseplate/platform/places/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readVersion,
  ({ file, placeName }, { platform, event: { request, params } }) => {
    const filename = `${slugOf(placeName)}-${params.version}.${platform.config.Client.PlaceExtension}`
    return sendFile(request, file, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-cache',
    })
  },
  { version: versionOf, id: placeIdOf },
)

/** Version numbers have the format of ids. @throws Refused `missing` */
function versionOf(segment = ''): number {
  const version = parsePlaceId(segment)
  if (version === undefined) throw new Refused('places.version_not_kept')
  return version
}
