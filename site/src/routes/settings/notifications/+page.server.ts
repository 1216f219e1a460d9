import {
  subscribeBrowser,
  unsubscribeBrowser,
  updateNotificationSettings,
  viewNotificationSettings,
} from '@baseplate/platform/notifications/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewNotificationSettings)

export const actions: Actions = {
  update: action('notifications', updateNotificationSettings, {
    done: () => ({ message: t('notification-settings.saved') }),
  }),
  subscribe: action('subscribe', subscribeBrowser, {
    done: () => ({ message: t('notification-settings.push.turned_on') }),
  }),
  // The browser disappears from the list, so there is no message.
  unsubscribe: action('unsubscribe', unsubscribeBrowser),
}
