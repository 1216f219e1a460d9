import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { removeFlag, setFlag } from '@baseplate/platform/operations/flags/edit'
import { listFlags } from '@baseplate/platform/operations/flags/view'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  return listFlags(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}

export const actions: Actions = {
  set: formAction('set', async (event, fields) => {
    await setFlag(event.locals.platform, requireLevel(event, permissionLevel.administrator), fields)
    return { message: `${fields.name?.trim()} is set` }
  }),
  remove: formAction('remove', async (event, fields) => {
    await removeFlag(event.locals.platform, requireLevel(event, permissionLevel.administrator), fields)
    return { message: `${fields.name?.trim()} is removed` }
  }),
}
