import { listFlags, removeFlag, setFlag } from '@baseplate/platform/flags/edit'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => listFlags(event.locals.platform, requireActor(event))

export const actions: Actions = {
  set: formAction('set', async (event, fields) => {
    await setFlag(event.locals.platform, requireActor(event), fields)
    return { message: `${fields.name?.trim()} is set` }
  }),
  remove: formAction('remove', async (event, fields) => {
    await removeFlag(event.locals.platform, requireActor(event), fields)
    return { message: `${fields.name?.trim()} is removed` }
  }),
}
