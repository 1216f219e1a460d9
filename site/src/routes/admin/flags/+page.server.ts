import { listFlags, removeFlag, setFlag } from '@baseplate/platform/flags/edit'
import { listFlagHistory, undoFlagChange } from '@baseplate/platform/flags/history'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  return {
    ...(await listFlags(platform, actor)),
    ...(await listFlagHistory(platform, actor, Object.fromEntries(event.url.searchParams))),
  }
}

export const actions: Actions = {
  set: formAction('set', async (event, fields) => {
    await setFlag(event.locals.platform, requireActor(event), fields)
    return { message: `${fields.name?.trim()} is set` }
  }),
  remove: formAction('remove', async (event, fields) => {
    await removeFlag(event.locals.platform, requireActor(event), fields)
    return { message: `${fields.name?.trim()} is removed` }
  }),
  undo: formAction('undo', async (event, fields) => {
    const { name } = await undoFlagChange(event.locals.platform, requireActor(event), fields)
    return { message: `${name} is as it was before` }
  }),
}
