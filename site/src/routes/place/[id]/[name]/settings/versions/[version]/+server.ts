import { slugOf } from '@baseplate/platform/foundation/slug'
import { parsePlaceId } from '@baseplate/platform/places/input'
import { readVersion } from '@baseplate/platform/places/versions/read-version'
import { error } from '@sveltejs/kit'
import { answerFile } from '#lib/server/answer-file.ts'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** A version of the place's file, to be saved. */
export const GET: RequestHandler = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  // Versions count up as ids do.
  const version = parsePlaceId(event.params.version) ?? error(404, 'This version is no longer kept')
  const { file, placeName } = await readVersion(platform, actor, placeIdOf(event.params.id), version)
  const filename = `${slugOf(placeName)}-${version}.${platform.config.Client.PlaceExtension}`
  return answerFile(event.request, file, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'private, no-cache',
  })
}
