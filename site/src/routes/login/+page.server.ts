import { login } from '@baseplate/platform/accounts/sessions/login'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { deviceOf, setSessionCookie } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = ({ locals }) => {
  if (locals.actor) redirect(302, '/home')
  return { recoveryAvailable: locals.platform.recovery.available }
}

export const actions: Actions = {
  default: formAction('login', async (event, fields) => {
    setSessionCookie(event, await login(event.locals.platform, fields, deviceOf(event)))
    redirect(302, '/home')
  }),
}
