import { unblockUser, unmuteUser, viewMarked } from '@baseplate/platform/blocking/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewMarked)

// The page shows the effect, so there is no message.
export const actions: Actions = {
  unblock: action('unblock', unblockUser),
  unmute: action('unmute', unmuteUser),
}
