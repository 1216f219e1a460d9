import { secureAccount, viewSecurityLink } from '@baseplate/platform/sign-in/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import type { Actions, PageServerLoad } from './$types'

/** The address of the page is the link. */
const params = { token: String }

export const load: PageServerLoad = page(viewSecurityLink, {
  params,
  data: (link, { platform, event }) => {
    event.setHeaders({ 'cache-control': 'private, no-store' })
    return {
      ...link,
      /** Whether the password ends. It stays if the platform sends no mail any more. */
      endsPassword: platform.recovery.available,
    }
  },
})

export const actions: Actions = {
  default: action('secure', secureAccount, { params, done: ({ sentTo }) => ({ secured: true, sentTo }) }),
}
