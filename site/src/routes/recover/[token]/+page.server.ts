import { suggestPassphrase } from '@baseplate/platform/accounts/passwords/password-advice'
import { resetPassword, viewRecoveryLink } from '@baseplate/platform/accounts/passwords/reset-password'
import { SecondFactorRequired } from '@baseplate/platform/accounts/sessions/complete-sign-in'
import { redirect } from '@sveltejs/kit'
import { takeDestination } from '#lib/server/destination.ts'
import { formAction } from '#lib/server/form.ts'
import { deviceOf, setSessionCookie } from '#lib/server/session.ts'
import { signInCookie } from '#lib/server/sign-in-cookie.ts'
import type { Actions, PageServerLoad } from './$types'

/**
 * Shows the form for a new password. The URL is the secret: other sites never see it (`Referrer-Policy: same-origin`), no
 * cache stores the page, and the log leaves the token out.
 */
export const load: PageServerLoad = async ({ locals, params, depends, setHeaders }) => {
  depends('account:passphrase')
  setHeaders({ 'cache-control': 'private, no-store' })
  return {
    ...(await viewRecoveryLink(locals.platform, params.token)),
    passphrase: await suggestPassphrase(),
  }
}

export const actions: Actions = {
  default: formAction('reset', async (event, fields) => {
    const { platform } = event.locals
    const token = await resetPassword(platform, event.params.token ?? '', fields, deviceOf(event)).catch(
      (error: unknown) => {
        if (!(error instanceof SecondFactorRequired)) throw error
        // The password is set. The sign-in page asks for the second factor.
        signInCookie.set(event, error.pending)
        redirect(302, '/login')
      },
    )
    const destination = takeDestination(event)
    setSessionCookie(event, token)
    redirect(302, destination)
  }),
}
