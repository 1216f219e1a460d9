import { acknowledge } from '@baseplate/platform/moderation/acknowledge'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Why somebody is kept out, and until when. Whoever is not has nothing to see here. */
export const load: PageServerLoad = (event) => {
  const { standing } = requireActor(event)
  if (!standing) redirect(302, '/home')
  return standing
}

export const actions: Actions = {
  acknowledge: formAction('acknowledge', async (event, fields) => {
    await acknowledge(event.locals.platform, requireActor(event), fields)
    redirect(302, '/home')
  }),
}
