import { confirmEmail, viewEmailLink } from '@baseplate/platform/accounts/emails/confirm-email'
import { formAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Shows which address the link confirms. Only the form uses it up, because mail programs open links too. */
export const load: PageServerLoad = async ({ locals, params, setHeaders }) => {
  setHeaders({ 'cache-control': 'private, no-store' })
  return viewEmailLink(locals.platform, params.token)
}

export const actions: Actions = {
  default: formAction('confirm', async (event) => ({
    confirmed: await confirmEmail(event.locals.platform, event.params.token ?? ''),
  })),
}
