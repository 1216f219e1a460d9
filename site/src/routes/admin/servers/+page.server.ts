import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { startServerById } from '@baseplate/platform/places/servers/admin/start-server'
import { viewServers } from '@baseplate/platform/places/servers/admin/view-servers'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  return viewServers(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}

export const actions: Actions = {
  start: formAction('start', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { id } = await startServerById(event.locals.platform, actor, fields)
    redirect(302, `/admin/servers/${id}`)
  }),
}
