import { unsubscribe, viewUnsubscribing } from '@baseplate/platform/notifications/mails/unsubscribe'
import { formAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Shows what the link in a mail switches off. Reading changes nothing, because mail scanners open every link. */
export const load: PageServerLoad = async ({ locals, params, setHeaders }) => {
  setHeaders({ 'cache-control': 'private, no-store' })
  return { kinds: await viewUnsubscribing(locals.platform, params.token) }
}

export const actions: Actions = {
  /**
   * Switches off mail of the kinds that the link names. Repeating it changes nothing. Mailbox providers send this request for their
   * users, without a session (RFC 8058).
   */
  default: formAction('unsubscribe', async ({ locals, params }) => {
    await unsubscribe(locals.platform, params.token ?? '')
    return { unsubscribed: true }
  }),
}
