import { parsePlaceId } from '@baseplate/platform/places/input'
import { readThumbnail } from '@baseplate/platform/places/pictures/thumbnails'
import { error } from '@sveltejs/kit'
import { placeIdOf } from '#lib/server/place-id.ts'
import { answerPicture } from '#lib/server/place-picture.ts'
import type { RequestHandler } from './$types'

/** One of a place's pictures. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = event.locals
  const ticket = event.url.searchParams.get('privateServer') ?? undefined
  const index = parsePlaceId(event.params.index) ?? error(404, 'File not found')
  return answerPicture(event, await readThumbnail(platform, actor, placeIdOf(event.params.id), index, ticket))
}
