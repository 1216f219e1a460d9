import { findLink } from '@baseplate/platform/notifications/list'
import { readNotification } from '@baseplate/platform/notifications/read'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import type { Actions, PageServerLoad } from './$types'

/** Redirects to the subject of a notification. It stays unread, because browsers and mail programs prefetch links. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  redirect(302, await findLink(platform, actor, event.params.id))
}

export const actions: Actions = {
  default: async (event) => {
    const { platform, actor } = asActor(event)
    const link = await findLink(platform, actor, event.params.id)
    await readNotification(platform, actor, { id: event.params.id })
    redirect(303, link)
  },
}
