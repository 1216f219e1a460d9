import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { decideAppeal } from '@baseplate/platform/moderation/decide-appeal'
import { viewAppeals } from '@baseplate/platform/moderation/view-appeals'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewAppeals(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}

export const actions: Actions = {
  decide: formAction('decide', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { username } = await decideAppeal(event.locals.platform, actor, fields)
    return { message: `The appeal of ${username} is decided` }
  }),
}
