import { viewNotifications } from '@baseplate/platform/notifications/list'
import { readAllNotifications, readNotification } from '@baseplate/platform/notifications/read'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  event.depends('baseplate:notifications')
  const { platform, actor } = asActor(event)
  return viewNotifications(platform, actor, event.url.searchParams.get('cursor'))
}

// The page shows read notifications differently, so there is no message.
export const actions: Actions = {
  read: actorAction('read', async ({ platform, actor }, fields) => {
    await readNotification(platform, actor, fields)
    return undefined
  }),
  readall: actorAction('readall', async ({ platform, actor }) => {
    await readAllNotifications(platform, actor)
    return undefined
  }),
}
