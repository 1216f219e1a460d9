import { acknowledge } from '@baseplate/platform/moderation/actions/acknowledge'
import { appeal, viewOwnAppeal } from '@baseplate/platform/moderation/actions/appeal'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Why somebody is kept out, and until when. Whoever is not has nothing to see here. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  if (!actor.standing) redirect(302, '/home')
  return { ...actor.standing, appeal: await viewOwnAppeal(event.locals.platform, actor) }
}

export const actions: Actions = {
  acknowledge: formAction('acknowledge', async (event, fields) => {
    await acknowledge(event.locals.platform, requireActor(event), fields)
    redirect(302, '/home')
  }),
  appeal: formAction('appeal', async (event, fields) => {
    await appeal(event.locals.platform, requireActor(event), fields)
    return { message: 'Your appeal is sent' }
  }),
}
