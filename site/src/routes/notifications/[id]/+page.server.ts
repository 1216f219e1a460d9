import { parseNotificationId } from '@baseplate/platform/notifications/input'
import { readNotification } from '@baseplate/platform/notifications/read'
import { error, redirect } from '@sveltejs/kit'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** Opens what a notification is about, which is then read: with or without a script, and in a tab of its own too. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { id } = event.params
  if (parseNotificationId(id) === undefined) error(404, 'Notification not found')
  const { link } = await readNotification(event.locals.platform, actor, { id })
  redirect(302, link)
}
