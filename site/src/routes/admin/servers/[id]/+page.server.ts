import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { startServerById } from '@baseplate/platform/places/servers/admin/start-server'
import { viewServersOf } from '@baseplate/platform/places/servers/admin/view-servers'
import { closeServer } from '@baseplate/platform/places/servers/close-server'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  const view = await viewServersOf(platform, actor, placeIdOf(event.params.id))
  return { ...view, title: view.name }
}

export const actions: Actions = {
  start: staffAction(permissionLevel.moderator, 'start', async ({ platform, actor, event }) => {
    await startServerById(platform, actor, { id: event.params.id })
    return { message: t('operations.servers.started') }
  }),
  close: staffAction(permissionLevel.moderator, 'close', async ({ platform, actor, event }) => {
    await closeServer(platform, actor, placeIdOf(event.params.id))
    return { message: t('operations.servers.closed') }
  }),
}
