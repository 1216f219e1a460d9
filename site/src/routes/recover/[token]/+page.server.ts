import {
  resetPassword,
  SecondFactorRequired,
  suggestPassphrase,
  viewRecoveryLink,
} from '@baseplate/platform/sign-in/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { takeDestination } from '#lib/server/destination.ts'
import { formAction } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { page } from '#lib/server/page.ts'
import { fieldsOf, senderOf } from '#lib/server/route-call.ts'
import { setSessionCookie } from '#lib/server/session.ts'
import { signInCookie } from '#lib/server/sign-in-cookie.ts'
import type { Actions, PageServerLoad } from './$types'

/**
 * The address is the secret: other sites never see it (`Referrer-Policy: same-origin`), no cache stores the page, and the log
 * leaves the token out.
 */
const params = { token: String }

export const load: PageServerLoad = page(viewRecoveryLink, {
  params,
  data: async (link, { event }) => {
    event.depends('account:passphrase')
    event.setHeaders({ 'cache-control': 'private, no-store' })
    return { ...link, passphrase: await suggestPassphrase() }
  },
})

export const actions: Actions = {
  default: handles(
    operationWith(resetPassword, params),
    formAction('reset', async (event: RequestEvent, fields) => {
      const { platform, actor } = event.locals
      const given = { ...fields, ...fieldsOf(event, params) }
      const token = await resetPassword(platform, actor, given, senderOf(event)).catch((error: unknown) => {
        if (!(error instanceof SecondFactorRequired)) throw error
        // The password is set. The sign-in page asks for the second factor.
        signInCookie.set(event, error.pending)
        redirect(302, '/login')
      })
      const destination = takeDestination(event)
      setSessionCookie(event, token)
      redirect(302, destination)
    }),
  ),
}
