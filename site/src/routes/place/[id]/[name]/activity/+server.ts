import { viewPlace } from '@baseplate/platform/places/view'
import { json } from '@sveltejs/kit'
import type { Activity } from '#lib/place/activity.ts'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** What changes on a place's page while people look at it: a fraction of the page, and nothing of its layout. */
export const GET: RequestHandler = async (event) => {
  const actor = requireActor(event)
  const privateServer = event.url.searchParams.get('privateServer') ?? undefined
  const place = await viewPlace(event.locals.platform, actor, placeIdOf(event.params.id), privateServer)
  const { players, friends, servers, likeCount, dislikeCount } = place
  return json({ players, friends, servers, likeCount, dislikeCount } satisfies Activity)
}
