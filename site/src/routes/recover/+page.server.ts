import { requestRecovery } from '@baseplate/platform/accounts/passwords/request-recovery'
import { formAction } from '#lib/server/form.ts'
import { deviceOf } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = ({ locals }) => ({ available: locals.platform.recovery.available })

export const actions: Actions = {
  default: formAction('recover', async (event, fields) => {
    await requestRecovery(event.locals.platform, fields, deviceOf(event))
    return {
      message:
        'If there is such an account, and it has an email address, a link is on its way there. It works for one hour.',
    }
  }),
}
