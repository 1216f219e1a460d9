import { hasAccounts } from '@baseplate/platform/accounts/door'
import { listsToOffer, setUp } from '@baseplate/platform/operations/door'
import { maySetUp, register, suggestPassphrase } from '@baseplate/platform/sign-in/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import type { Acting } from '#lib/server/as-actor.ts'
import { takeDestination, viewDestination } from '#lib/server/destination.ts'
import { handles } from '#lib/server/operation.ts'
import { setSessionCookie } from '#lib/server/session.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  {
    reads: ['setup'],
    scope: 'browser',
    summary:
      'Returns whether registration needs a key and takes an email address, and suggests a passphrase. The first account of a public platform needs the secret of the set-up link, which the form passes on.',
  },
  async (event: PageServerLoadEvent) => {
    const { locals, depends, setHeaders, url } = event
    if (locals.actor) redirect(302, takeDestination(event))
    depends('account:passphrase')
    // A suggested passphrase must reach one reader only.
    setHeaders({ 'cache-control': 'private, no-store' })
    const { Keys, Emails } = locals.platform.config.Registration
    const first = !(await hasAccounts(locals.platform.db))
    const setup = url.searchParams.get('setup')
    return {
      first,
      setup: first ? setup : null,
      setupRequired: first && !(await maySetUp(locals.platform, setup)),
      /** Languages of the starter lists of words to filter, which the first administrator chooses from. */
      starterLists: first ? listsToOffer(locals.platform) : [],
      keysEnabled: Keys.Enabled,
      emailsEnabled: Emails,
      passphrase: await suggestPassphrase(),
      destination: await viewDestination(event),
    }
  },
)

/** Signs the new user in and redirects to the page that they wanted. */
function enter(token: string, { event }: Acting<RequestEvent, unknown>): never {
  const destination = takeDestination(event)
  setSessionCookie(event, token)
  redirect(302, destination)
}

export const actions: Actions = {
  register: action('register', register, { done: enter }),
  initialAccount: action('register', setUp, { done: enter }),
}
