import { commentsPerPage, viewComments } from '@baseplate/platform/comments/view-comments'
import { deleteComment } from '@baseplate/platform/moderation/takedowns/moderate-comment'
import { viewTakedown } from '@baseplate/platform/moderation/takedowns/view'
import { commentOnPlace } from '@baseplate/platform/places/comments/comment'
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
import { readFields } from '#lib/server/body.ts'
import { placeCard } from '#lib/server/cards.ts'
import { actorAction, outcomeOf } from '#lib/server/form.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

/** Conversations shown below the description. */
const latestComments = 3

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const place = await viewPlace(platform, actor, id, privateTicketOf(event))
  if (event.params.name !== place.slug) redirect(302, `/place/${id}/${place.slug}${event.url.search}`)
  const tab = tabOf(event.url)
  const { comments, next } = await viewComments(
    platform.db,
    actor,
    { about: 'place', id, version: 0 },
    event.url.searchParams.get('comments') ?? undefined,
    tab === 'comments' ? commentsPerPage : latestComments,
  )
  return {
    ...place,
    tab,
    comments,
    nextComments: next,
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
  // The page shows messages at the form of the reply that they are about.
  comment: async (event) => {
    const { platform, actor } = asActor(event)
    const { privateTicket, ...fields } = await readFields(event.request)
    const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
    const { address } = event.locals
    return outcomeOf(event, form, fields, async () => {
      await commentOnPlace(platform, actor, placeIdOf(event.params.id), fields, { address, privateTicket })
      return undefined
    })
  },
  deletecomment: actorAction(
    'deletecomment',
    async ({ platform, actor, event }, { commentId = '', ...fields }) => {
      const place = { about: 'place', id: placeIdOf(event.params.id) } as const
      await deleteComment(platform, actor, place, commentId, fields)
      return undefined
    },
  ),
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
