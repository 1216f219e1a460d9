import { viewPlace } from '@baseplate/platform/places/view'
import { json } from '@sveltejs/kit'
import type { Activity } from '#lib/place/activity.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Returns the live part of a place's page, which is a fraction of the page's data. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const place = await viewPlace(platform, actor, placeIdOf(event.params.id), privateTicketOf(event))
  const { playerCount, players, friends, servers, likeCount, dislikeCount } = place
  return json({ playerCount, players, friends, servers, likeCount, dislikeCount } satisfies Activity)
}
