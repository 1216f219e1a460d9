import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { startServerById } from '@baseplate/platform/places/servers/admin/start-server'
import { viewServersOf } from '@baseplate/platform/places/servers/admin/view-servers'
import { closeServer } from '@baseplate/platform/places/servers/close-server'
import { formAction } from '#lib/server/form.ts'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  const view = await viewServersOf(event.locals.platform, actor, placeIdOf(event.params.id))
  return { ...view, title: view.name }
}

export const actions: Actions = {
  start: formAction('start', async (event) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    await startServerById(event.locals.platform, actor, { id: event.params.id })
    return { message: 'The server is starting' }
  }),
  close: formAction('close', async (event) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    await closeServer(event.locals.platform, actor, placeIdOf(event.params.id ?? ''))
    return { message: 'The server is closed' }
  }),
}
