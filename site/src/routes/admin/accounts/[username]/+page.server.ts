import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { moderate } from '@baseplate/platform/moderation/moderate'
import { setLevel } from '@baseplate/platform/moderation/set-level'
import { unmoderate } from '@baseplate/platform/moderation/unmoderate'
import { viewAccount } from '@baseplate/platform/moderation/view'
import { formAction } from '#lib/server/form.ts'
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
  moderate: formAction('moderate', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const subject = { ...fields, username: event.params.username }
    const { username } = await moderate(event.locals.platform, actor, subject)
    return { message: `${username} is moderated` }
  }),
  unmoderate: formAction('unmoderate', async (event) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { username } = await unmoderate(event.locals.platform, actor, { username: event.params.username })
    return { message: `${username} is in good standing` }
  }),
}
