import { userInput } from '@baseplate/platform/accounts/door'
import {
  readAllNotifications,
  readInput,
  readNotification,
  viewNotifications,
} from '@baseplate/platform/notifications/door'
import { acceptRequest, declineRequest } from '@baseplate/platform/social/door'
import { action } from '#lib/server/action.ts'
import { actorAction } from '#lib/server/form.ts'
import { requestsAmong } from '#lib/server/friend-requests.ts'
import { withPictures } from '#lib/server/notification-pictures.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { page } from '#lib/server/page.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewNotifications, {
  data: async (list, { platform, actor, event }) => {
    event.depends('baseplate:notifications')
    return {
      ...list,
      notifications: await withPictures(platform.db, actor, list.notifications),
      requests: await requestsAmong(platform, actor, list.notifications),
    }
  },
})

type Answer = typeof acceptRequest | typeof declineRequest

/** Makes an action that answers the friend request of a notification and marks the notification as read. */
const answer = (name: string, verb: Answer) =>
  handles(
    operationWith({ ...verb, input: userInput.extend(readInput.shape) }),
    actorAction(name, async ({ platform, actor, event }, fields) => {
      await verb(platform, actor, { username: fields.username ?? '' })
      event.locals.hasActed = true
      await readNotification(platform, actor, fields)
      return undefined
    }),
  )

// The page shows read notifications and answered requests differently, so there is no message.
export const actions: Actions = {
  accept: answer('accept', acceptRequest),
  decline: answer('decline', declineRequest),
  read: action('read', readNotification),
  readall: action('readall', readAllNotifications),
}
