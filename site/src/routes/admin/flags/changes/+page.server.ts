import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { listFlagHistory, undoFlagChange } from '@baseplate/platform/operations/flags/history'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const asked = Object.fromEntries(event.url.searchParams)
  return { ...(await listFlagHistory(event.locals.platform, actor, asked)), title: 'Changes' }
}

export const actions: Actions = {
  undo: formAction('undo', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.administrator)
    const { name } = await undoFlagChange(event.locals.platform, actor, fields)
    return { message: `${name} is as it was before` }
  }),
}
