import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { endSessionsOf } from '@baseplate/platform/moderation/accounts/end-sessions-of'
import { makeResetLink } from '@baseplate/platform/moderation/accounts/make-reset-link'
import { setLevel } from '@baseplate/platform/moderation/accounts/set-level'
import { viewAccount } from '@baseplate/platform/moderation/actions/view'
import { levelQuestion } from '#lib/admin/questions.ts'
import { formAction } from '#lib/server/form.ts'
import { moderationActions } from '#lib/server/moderation-actions.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewAccount(event.locals.platform, actor, event.params.username)
}

export const actions: Actions = {
  level: formAction(
    'level',
    async (event, fields) => {
      const actor = requireLevel(event, permissionLevel.administrator)
      await setLevel(event.locals.platform, actor, event.params.username ?? '', fields)
      return { message: 'The level is set' }
    },
    (fields) => levelQuestion(fields, 'them', 0) !== undefined,
  ),
  endsessions: formAction('endsessions', async (event) => {
    const actor = requireLevel(event, permissionLevel.administrator)
    const { ended } = await endSessionsOf(event.locals.platform, actor, event.params.username ?? '')
    return { message: ended === 1 ? 'One session was ended' : `${ended} sessions were ended` }
  }),
  resetlink: formAction('resetlink', async (event) => {
    const actor = requireLevel(event, permissionLevel.administrator)
    return makeResetLink(event.locals.platform, actor, event.params.username ?? '')
  }),
  ...moderationActions,
}
