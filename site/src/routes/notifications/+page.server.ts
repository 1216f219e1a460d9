import { viewNotifications } from '@baseplate/platform/notifications/list'
import { readAllNotifications, readNotification } from '@baseplate/platform/notifications/read'
import { acceptRequest, declineRequest } from '@baseplate/platform/social/friendships'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { requestsAmong } from '#lib/server/friend-requests.ts'
import { withPictures } from '#lib/server/notification-pictures.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  event.depends('baseplate:notifications')
  const { platform, actor } = asActor(event)
  const page = await viewNotifications(platform, actor, event.url.searchParams.get('cursor'))
  return {
    ...page,
    notifications: await withPictures(platform.db, actor, page.notifications),
    requests: await requestsAmong(platform, actor, page.notifications),
  }
}

/** Makes an action that answers the friend request of a notification and marks the notification as read. */
const answer = (name: string, verb: typeof acceptRequest | typeof declineRequest) =>
  actorAction(name, async ({ platform, actor, event }, fields) => {
    await verb(platform, actor, fields.username ?? '')
    event.locals.hasActed = true
    await readNotification(platform, actor, fields)
    return undefined
  })

// The page shows read notifications and answered requests differently, so there is no message.
export const actions: Actions = {
  accept: answer('accept', acceptRequest),
  decline: answer('decline', declineRequest),
  read: actorAction('read', async ({ platform, actor }, fields) => {
    await readNotification(platform, actor, fields)
    return undefined
  }),
  readall: actorAction('readall', async ({ platform, actor }) => {
    await readAllNotifications(platform, actor)
    return undefined
  }),
}
