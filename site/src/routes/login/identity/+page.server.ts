import { dropWaitingIdentity, linkIdentity } from '@baseplate/platform/accounts/providers/link'
import { registerWithIdentity } from '@baseplate/platform/accounts/providers/register'
import { redirect } from '@sveltejs/kit'
import { takeDestination } from '#lib/server/destination.ts'
import { formAction } from '#lib/server/form.ts'
import { provenAction } from '#lib/server/proven-action.ts'
import { waitingIdentityOf } from '#lib/server/providers.ts'
import { deviceOf, setSessionCookie } from '#lib/server/session.ts'
import { providerCookie } from '#lib/server/sign-in-cookie.ts'
import type { Actions, PageServerLoad } from './$types'

/** Returns the provider's account that waits to be linked or registered, with a suggested username. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = event.locals
  const waiting = await waitingIdentityOf(event)
  if (!waiting) redirect(302, actor ? takeDestination(event) : '/login?problem=accounts.provider_expired')
  const { Keys, Emails } = platform.config.Registration
  return {
    provider: waiting.provider.Name,
    suggested: { username: waiting.username, email: waiting.email },
    username: actor?.username ?? null,
    keysEnabled: Keys.Enabled,
    emailsEnabled: Emails,
  }
}

export const actions: Actions = {
  register: formAction('register', async (event, fields) => {
    const browser = providerCookie.read(event)
    const token = await registerWithIdentity(event.locals.platform, browser, fields, deviceOf(event))
    const destination = takeDestination(event)
    providerCookie.clear(event)
    setSessionCookie(event, token)
    redirect(302, destination)
  }),
  link: provenAction('link', async ({ platform, actor, event }) => {
    await linkIdentity(platform, actor, providerCookie.read(event))
    providerCookie.clear(event)
    redirect(302, takeDestination(event))
  }),
  drop: formAction('drop', async (event) => {
    await dropWaitingIdentity(event.locals.platform, providerCookie.read(event))
    providerCookie.clear(event)
    redirect(302, event.locals.actor ? takeDestination(event) : '/login')
  }),
}
