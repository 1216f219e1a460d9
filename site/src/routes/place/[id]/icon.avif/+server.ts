import { readIcon } from '@baseplate/platform/places/pictures/icon'
import { placeIdOf } from '#lib/server/place-id.ts'
import { answerPicture } from '#lib/server/place-picture.ts'
import type { RequestHandler } from './$types'

/** A place's icon. No place's page has this address: names in addresses have no full stop. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = event.locals
  const ticket = event.url.searchParams.get('privateServer') ?? undefined
  return answerPicture(event, await readIcon(platform, actor, placeIdOf(event.params.id), ticket))
}
