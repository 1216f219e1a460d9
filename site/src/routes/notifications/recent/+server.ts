import { viewNotifications } from '@baseplate/platform/notifications/list'
import { sentenceOf } from '@baseplate/platform/notifications/texts'
import { json } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { requestsAmong } from '#lib/server/friend-requests.ts'
import { hideSecrets } from '#lib/server/hide-secrets.ts'
import { withPictures } from '#lib/server/notification-pictures.ts'
import type { RequestHandler } from './$types'

/** Notifications in the panel of the bell. */
const shown = 8

/** Returns the newest notifications with their sentences, so that the panel needs no texts of notifications. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { notifications, unread } = await viewNotifications(platform, actor, null, shown)
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
}
