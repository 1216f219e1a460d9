import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { setLevel } from '@baseplate/platform/moderation/set-level'
import { viewAccount } from '@baseplate/platform/moderation/view'
import { formAction } from '#lib/server/form.ts'
import { moderationActions } from '#lib/server/moderation-actions.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewAccount(event.locals.platform, actor, event.params.username)
}

export const actions: Actions = {
  level: formAction('level', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.administrator)
    await setLevel(event.locals.platform, actor, event.params.username ?? '', fields)
    return { message: 'The level is set' }
  }),
  ...moderationActions,
}
