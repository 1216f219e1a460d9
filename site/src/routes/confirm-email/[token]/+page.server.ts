import { confirmEmail, viewEmailLink } from '@baseplate/platform/sign-in/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import type { Actions, PageServerLoad } from './$types'

/** The address of the page is the link. */
const params = { token: String }

export const load: PageServerLoad = page(viewEmailLink, {
  params,
  data: (link, { event }) => {
    event.setHeaders({ 'cache-control': 'private, no-store' })
    return link
  },
})

export const actions: Actions = {
  default: action('confirm', confirmEmail, { params, done: (confirmed) => ({ confirmed }) }),
}
