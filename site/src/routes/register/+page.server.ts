import { suggestPassphrase } from '@baseplate/platform/accounts/passwords/password-advice'
import { hasAccounts } from '@baseplate/platform/accounts/queries'
import { register, registerInitialAccount } from '@baseplate/platform/accounts/registration/register'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { deviceOf, setSessionCookie } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals, depends, setHeaders }) => {
  if (locals.actor) redirect(302, '/home')
  depends('account:passphrase')
  // A suggested passphrase must reach one reader only.
  setHeaders({ 'cache-control': 'private, no-store' })
  const { Keys, Emails } = locals.platform.config.Registration
  return {
    first: !(await hasAccounts(locals.platform.db)),
    keysEnabled: Keys.Enabled,
    emailsEnabled: Emails,
    passphrase: await suggestPassphrase(),
  }
}

export const actions: Actions = {
  register: formAction('register', async (event, fields) => {
    setSessionCookie(event, await register(event.locals.platform, fields, deviceOf(event)))
    redirect(302, '/home')
  }),
  initialAccount: formAction('register', async (event, fields) => {
    setSessionCookie(event, await registerInitialAccount(event.locals.platform, fields, deviceOf(event)))
    redirect(302, '/home')
  }),
}
