import { requestRecovery } from '@baseplate/platform/accounts/passwords/request-recovery'
import { formAction } from '#lib/server/form.ts'
import { deviceOf } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Returns whether the site can send recovery links. */
export const load: PageServerLoad = ({ locals }) => ({ available: locals.platform.recovery.available })

export const actions: Actions = {
  default: formAction('recover', async (event, fields) => {
    await requestRecovery(event.locals.platform, fields, deviceOf(event))
    return { sent: true }
  }),
}
