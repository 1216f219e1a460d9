import { suggestPassphrase } from '@baseplate/platform/accounts/passwords/password-advice'
import { hasAccounts } from '@baseplate/platform/accounts/queries'
import { register } from '@baseplate/platform/accounts/registration/register'
import { maySetUp } from '@baseplate/platform/accounts/registration/setup-secret'
import { chosenLists } from '@baseplate/platform/operations/filter/input'
import { listsToOffer, setUp } from '@baseplate/platform/operations/filter/set-up'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { takeDestination, viewDestination } from '#lib/server/destination.ts'
import { formAction } from '#lib/server/form.ts'
import { deviceOf, setSessionCookie } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/**
 * Returns whether registration needs a key and takes an email address, and suggests a passphrase. The first account of a public
 * platform needs the secret of the set-up link, which the form passes on.
 */
export const load: PageServerLoad = async (event) => {
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
}

/** Signs the new user in and redirects to the page that they wanted. */
function enter(event: RequestEvent, token: string): never {
  const destination = takeDestination(event)
  setSessionCookie(event, token)
  redirect(302, destination)
}

export const actions: Actions = {
  register: formAction('register', async (event, fields) => {
    enter(event, await register(event.locals.platform, fields, deviceOf(event)))
  }),
  initialAccount: formAction('register', async (event, fields) => {
    const chosen = { ...fields, lists: chosenLists(fields) }
    enter(event, await setUp(event.locals.platform, chosen, deviceOf(event)))
  }),
}
