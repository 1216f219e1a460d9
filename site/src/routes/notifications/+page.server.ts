import { viewNotifications } from '@baseplate/platform/notifications/list'
import { readAllNotifications, readNotification } from '@baseplate/platform/notifications/read'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  event.depends('baseplate:notifications')
  return viewNotifications(event.locals.platform, requireActor(event), event.url.searchParams.get('cursor'))
}

// What is done is seen: they no longer stand out.
export const actions: Actions = {
  read: formAction('read', async (event, fields) => {
    await readNotification(event.locals.platform, requireActor(event), fields)
    return undefined
  }),
  readall: formAction('readall', async (event) => {
    await readAllNotifications(event.locals.platform, requireActor(event))
    return undefined
  }),
}
