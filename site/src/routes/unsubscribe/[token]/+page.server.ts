import { unsubscribe, viewUnsubscribing } from '@baseplate/platform/notifications/door'
import { action } from '#lib/server/action.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

/** The link of a mail has a token. */
const params = { token: String }

export const load: PageServerLoad = handles(
  operationWith(viewUnsubscribing, params),
  ({ locals, params: { token }, setHeaders }: PageServerLoadEvent) => {
    setHeaders({ 'cache-control': 'private, no-store' })
    return viewUnsubscribing(locals.platform, locals.actor, { token })
  },
)

export const actions: Actions = {
  default: action('unsubscribe', unsubscribe, { params, done: () => ({ unsubscribed: true }) }),
}
