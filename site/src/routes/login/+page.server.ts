import { login } from '@baseplate/platform/accounts/sessions/login'
import { redirect } from '@sveltejs/kit'
import { takeDestination, viewDestination } from '#lib/server/destination.ts'
import { formAction } from '#lib/server/form.ts'
import { deviceOf, setSessionCookie } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  if (event.locals.actor) redirect(302, takeDestination(event))
  return {
    recoveryAvailable: event.locals.platform.recovery.available,
    destination: await viewDestination(event),
  }
}

export const actions: Actions = {
  default: formAction('login', async (event, fields) => {
    const token = await login(event.locals.platform, fields, deviceOf(event))
    const destination = takeDestination(event)
    setSessionCookie(event, token)
    redirect(302, destination)
  }),
}
