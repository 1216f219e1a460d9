import { updatePrivacy, viewPrivacy } from '@baseplate/platform/accounts/door'
import { action } from '#lib/server/action.ts'
import { confirmation } from '#lib/server/confirmation.ts'
import { page } from '#lib/server/page.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewPrivacy)

export const actions: Actions = {
  update: action('privacy', updatePrivacy, { done: () => ({ message: confirmation('privacy.saved') }) }),
}
