import { sentenceOf, viewNewestNotifications } from '@baseplate/platform/notifications/door'
import { json } from '@sveltejs/kit'
import { endpoint } from '#lib/server/endpoint.ts'
import { requestsAmong } from '#lib/server/friend-requests.ts'
import { hideSecrets } from '#lib/server/hide-secrets.ts'
import { withPictures } from '#lib/server/notification-pictures.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  viewNewestNotifications,
  async ({ notifications, unread }, { platform, actor, event }) => {
    const requests = await requestsAmong(platform, actor, notifications)
    const recent = {
      unread,
      notifications: (await withPictures(platform.db, actor, notifications)).map((notification) => ({
        ...notification,
        sentence: sentenceOf(event.locals.texts, notification),
        isRequest: requests.includes(notification.id),
      })),
    }
    return json(hideSecrets(recent, event.locals.scopes))
  },
)
