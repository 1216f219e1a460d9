import { endAllSessions } from '@baseplate/platform/accounts/end-sessions'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { dropSession, requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  requireActor(event)
}

export const actions: Actions = {
  sessions: formAction('sessions', async (event, fields) => {
    const actor = requireActor(event)
    await endAllSessions(event.locals.platform, actor, fields)
    dropSession(event)
    redirect(302, '/login')
  }),
}
