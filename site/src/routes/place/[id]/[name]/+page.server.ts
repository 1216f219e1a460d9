import { viewTakedown } from '@baseplate/platform/moderation/takedowns/view'
import { favouritePlace, unfavouritePlace } from '@baseplate/platform/places/favourites/favourite'
import { listMoreBy } from '@baseplate/platform/places/lists/more-by'
import { closeServer } from '@baseplate/platform/places/servers/close-server'
import { startServer } from '@baseplate/platform/places/servers/start-server'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { viewPlace } from '@baseplate/platform/places/view'
import type { VoteMove } from '@baseplate/platform/places/votes/rules'
import { voteOnPlace } from '@baseplate/platform/places/votes/vote'
import { redirect } from '@sveltejs/kit'
import { tabOf } from '#lib/place/page-tabs.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import { actorAction } from '#lib/server/form.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const place = await viewPlace(platform, actor, id, privateTicketOf(event))
  if (event.params.name !== place.slug) redirect(302, `/place/${id}/${place.slug}${event.url.search}`)
  return {
    ...place,
    tab: tabOf(event.url),
    takedown: await viewTakedown(platform, actor, id),
    moreBy: (await listMoreBy(platform, place)).map(placeCard),
  }
}

/** Makes the action of a vote. The page shows the effect, so there is no message. */
const vote = (move: VoteMove) =>
  actorAction(move, async ({ platform, actor, event }, { privateTicket }) => {
    await voteOnPlace(platform, actor, placeIdOf(event.params.id), move, privateTicket)
    return undefined
  })

export const actions: Actions = {
  join: actorAction('join', async ({ platform, actor, event }, fields) => {
    const { privateTicket } = fields
    return joinPlace(platform, actor, placeIdOf(event.params.id), privateTicket)
  }),
  start: actorAction('start', async ({ platform, actor, event }, fields) => {
    const { address } = event.locals
    await startServer(platform, actor, placeIdOf(event.params.id), address, fields.privateTicket)
    return undefined
  }),
  close: actorAction('close', async ({ platform, actor, event }, fields) => {
    await closeServer(platform, actor, placeIdOf(event.params.id), fields.privateTicket)
    return undefined
  }),
  favourite: actorAction('favourite', async ({ platform, actor, event }, { privateTicket }) => {
    await favouritePlace(platform, actor, placeIdOf(event.params.id), privateTicket)
    return undefined
  }),
  unfavourite: actorAction('unfavourite', async ({ platform, actor, event }, { privateTicket }) => {
    await unfavouritePlace(platform, actor, placeIdOf(event.params.id), privateTicket)
    return undefined
  }),
  like: vote('like'),
  unlike: vote('unlike'),
  dislike: vote('dislike'),
  undislike: vote('undislike'),
}
