import { viewTakedown } from '@baseplate/platform/moderation/takedowns/view'
import { closeServer } from '@baseplate/platform/places/servers/close-server'
import { startServer } from '@baseplate/platform/places/servers/start-server'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { viewPlace } from '@baseplate/platform/places/view'
import type { VoteMove } from '@baseplate/platform/places/votes/rules'
import { voteOnPlace } from '@baseplate/platform/places/votes/vote'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const id = placeIdOf(event.params.id)
  const privateServer = event.url.searchParams.get('privateServer') ?? undefined
  const place = await viewPlace(event.locals.platform, actor, id, privateServer)
  if (event.params.name !== place.slug) redirect(302, `/place/${id}/${place.slug}${event.url.search}`)
  return { ...place, takedown: await viewTakedown(event.locals.platform, actor, id) }
}

/** What the page shows afterwards says what was done. */
const vote = (move: VoteMove) =>
  formAction(move, async (event: RequestEvent, { privateTicket }) => {
    const actor = requireActor(event)
    await voteOnPlace(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), move, privateTicket)
    return undefined
  })

export const actions: Actions = {
  join: formAction('join', async (event, fields) => {
    const actor = requireActor(event)
    const { privateTicket } = fields
    return joinPlace(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), privateTicket)
  }),
  start: formAction('start', async (event, fields) => {
    const actor = requireActor(event)
    const { platform, address } = event.locals
    await startServer(platform, actor, placeIdOf(event.params.id ?? ''), address, fields.privateTicket)
    return undefined
  }),
  close: formAction('close', async (event, fields) => {
    const actor = requireActor(event)
    await closeServer(event.locals.platform, actor, placeIdOf(event.params.id ?? ''), fields.privateTicket)
    return undefined
  }),
  like: vote('like'),
  unlike: vote('unlike'),
  dislike: vote('dislike'),
  undislike: vote('undislike'),
}
