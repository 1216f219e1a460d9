import {
  updateNotificationSettings,
  viewNotificationSettings,
} from '@baseplate/platform/notifications/settings/update'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  return viewNotificationSettings(platform, actor)
}

export const actions: Actions = {
  update: actorAction('notifications', async ({ platform, actor }, fields) => {
    await updateNotificationSettings(platform, actor, fields)
    return { message: t('notification-settings.saved') }
  }),
}
