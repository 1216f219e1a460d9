import { viewPlace } from '@baseplate/platform/places/door'
import { json } from '@sveltejs/kit'
import type { Activity } from '#lib/place/activity.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import type { RequestEvent, RequestHandler } from './$types'

const viewsActivity = {
  ...operationWith(viewPlace, { id: placeIdOf }),
  summary: "Returns the live part of a place's page, which is a fraction of the page's data.",
}

export const GET: RequestHandler = handles(viewsActivity, async (event: RequestEvent) => {
  const { platform, actor } = asActor(event)
  const entry = { id: placeIdOf(event.params.id), privateServer: privateTicketOf(event) }
  const { playerCount, players, friends, servers, likeCount, dislikeCount } = await viewPlace(
    platform,
    actor,
    entry,
  )
  return json({ playerCount, players, friends, servers, likeCount, dislikeCount } satisfies Activity)
})
