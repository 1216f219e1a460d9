import { endAllSessions } from '@baseplate/platform/accounts/end-sessions'
import { updateProfile, viewProfileSettings } from '@baseplate/platform/accounts/update-profile'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { dropSession, requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => viewProfileSettings(event.locals.platform, requireActor(event))

export const actions: Actions = {
  profile: formAction('profile', async (event, fields) => {
    const actor = requireActor(event)
    await updateProfile(event.locals.platform, actor, fields)
    // The page that is rendered now is already in the new theme.
    event.locals.actor = { ...actor, theme: fields.theme ?? null }
    return { message: 'Profile updated successfully!' }
  }),
  sessions: formAction('sessions', async (event, fields) => {
    const actor = requireActor(event)
    await endAllSessions(event.locals.platform, actor, fields)
    dropSession(event)
    redirect(302, '/login')
  }),
}
