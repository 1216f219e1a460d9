import {
  subscribeBrowser,
  unsubscribeBrowser,
  viewBrowsers,
} from '@baseplate/platform/notifications/push/subscribe'
import {
  updateNotificationSettings,
  viewNotificationSettings,
} from '@baseplate/platform/notifications/update-settings'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { deviceOf, sessionTokenOf } from '#lib/server/session.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { publicKey } = await platform.vapidKeys()
  return {
    ...(await viewNotificationSettings(platform, actor)),
    browsers: await viewBrowsers(platform, actor),
    pushKey: publicKey,
  }
}

export const actions: Actions = {
  update: actorAction('notifications', async ({ platform, actor }, fields) => {
    await updateNotificationSettings(platform, actor, fields)
    return { message: t('notification-settings.saved') }
  }),
  subscribe: actorAction('subscribe', async ({ platform, actor, event }, fields) => {
    const { userAgent } = deviceOf(event)
    await subscribeBrowser(platform, actor, fields, { userAgent, token: sessionTokenOf(event) })
    return { message: t('notification-settings.push.turned_on') }
  }),
  // The browser disappears from the list, so there is no message.
  unsubscribe: actorAction('unsubscribe', async ({ platform, actor }, fields) => {
    await unsubscribeBrowser(platform, actor, fields.id ?? '')
    return undefined
  }),
}
