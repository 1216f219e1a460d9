import { findLink } from '@baseplate/platform/notifications/list'
import { readNotification } from '@baseplate/platform/notifications/read'
import { redirect } from '@sveltejs/kit'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Leads to what a notification is about. It stays unread: browsers and mail programs fetch links ahead. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  redirect(302, await findLink(event.locals.platform, actor, event.params.id))
}

export const actions: Actions = {
  default: async (event) => {
    const actor = requireActor(event)
    const link = await findLink(event.locals.platform, actor, event.params.id)
    await readNotification(event.locals.platform, actor, { id: event.params.id })
    redirect(303, link)
  },
}
