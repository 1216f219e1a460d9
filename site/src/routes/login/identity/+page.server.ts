import { dropWaitingIdentity, linkIdentity, registerWithIdentity } from '@baseplate/platform/sign-in/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { takeDestination } from '#lib/server/destination.ts'
import { handles } from '#lib/server/operation.ts'
import { waitingIdentityOf } from '#lib/server/providers.ts'
import { setSessionCookie } from '#lib/server/session.ts'
import { providerCookie } from '#lib/server/sign-in-cookie.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  {
    scope: 'browser',
    summary:
      "Returns the provider's account that waits to be linked or registered, with a suggested username.",
  },
  async (event: PageServerLoadEvent) => {
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
  },
)

export const actions: Actions = {
  register: action('register', registerWithIdentity, {
    done: (token, { event }) => {
      const destination = takeDestination(event)
      providerCookie.clear(event)
      setSessionCookie(event, token)
      redirect(302, destination)
    },
  }),
  link: action('link', linkIdentity, {
    done: (_, { event }) => {
      providerCookie.clear(event)
      redirect(302, takeDestination(event))
    },
  }),
  drop: action('drop', dropWaitingIdentity, {
    done: (_, { actor, event }) => {
      providerCookie.clear(event)
      redirect(302, actor ? takeDestination(event) : '/login')
    },
  }),
}
