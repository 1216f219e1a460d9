import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { moderate } from '@baseplate/platform/moderation/moderate'
import { unmoderate } from '@baseplate/platform/moderation/unmoderate'
import { viewModerated } from '@baseplate/platform/moderation/view'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewModerated(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}

export const actions: Actions = {
  moderate: formAction('moderate', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { username } = await moderate(event.locals.platform, actor, fields)
    return { message: `${username} is moderated` }
  }),
  unmoderate: formAction('unmoderate', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { username } = await unmoderate(event.locals.platform, actor, fields)
    return { message: `${username} is in good standing` }
  }),
}
