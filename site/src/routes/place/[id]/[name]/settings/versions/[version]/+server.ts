import { Refused } from '@baseplate/platform/foundation/errors'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { parsePlaceId } from '@baseplate/platform/places/input'
import { readVersion } from '@baseplate/platform/places/versions/read-version'
import { asActor } from '#lib/server/as-actor.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Downloads a version of the place's file. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  // Version numbers have the format of ids.
  const version = parsePlaceId(event.params.version)
  if (version === undefined) throw new Refused('places.version_not_kept')
  const { file, placeName } = await readVersion(platform, actor, placeIdOf(event.params.id), version)
  const filename = `${slugOf(placeName)}-${version}.${platform.config.Client.PlaceExtension}`
  return sendFile(event.request, file, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'private, no-cache',
  })
}
