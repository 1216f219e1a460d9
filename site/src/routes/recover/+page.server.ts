import { requestRecovery } from '@baseplate/platform/sign-in/door'
import { action } from '#lib/server/action.ts'
import { handles } from '#lib/server/operation.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  { scope: 'browser', summary: 'Returns whether the site can send recovery links.' },
  ({ locals }: PageServerLoadEvent) => ({ available: locals.platform.recovery.available }),
)

export const actions: Actions = {
  default: action('recover', requestRecovery, { done: () => ({ sent: true }) }),
}
