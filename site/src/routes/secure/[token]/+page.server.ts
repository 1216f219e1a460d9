import { secureAccount, viewSecurityLink } from '@baseplate/platform/accounts/security-links/secure-account'
import { formAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Shows what the link does. Only the form uses it up, because mail programs open links too. */
export const load: PageServerLoad = async ({ locals, params, setHeaders }) => {
  setHeaders({ 'cache-control': 'private, no-store' })
  return {
    ...(await viewSecurityLink(locals.platform, params.token)),
    /** Whether the password ends. It stays if the platform sends no mail any more. */
    endsPassword: locals.platform.recovery.available,
  }
}

export const actions: Actions = {
  default: formAction('secure', async (event) => ({
    secured: true,
    ...(await secureAccount(event.locals.platform, event.params.token ?? '')),
  })),
}
