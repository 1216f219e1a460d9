import type { Actor } from '@baseplate/platform/accounts/rules'
import { listRenderedPictures } from '@baseplate/platform/assets/creating/picture'
import type { Db } from '@baseplate/platform/database'
import type { NotificationView } from '@baseplate/platform/notifications/queries'

/**
 * Adds `picture` to notifications that the platform sends about the reader's own items: the address of the item's picture.
 * It is null for all other notifications.
 */
export async function withPictures<Notification extends NotificationView>(
  db: Db,
  actor: Actor,
  notifications: readonly Notification[],
): Promise<(Notification & { picture: string | null })[]> {
  const items = notifications.map(({ sender, link }) => (sender === null ? itemOf(link) : undefined))
  const names = await listRenderedPictures(
    db,
    actor,
    items.filter((id) => id !== undefined),
  )
  return notifications.map((notification, index) => {
    const id = items[index]
    const name = id === undefined ? undefined : names.get(id)
    return { ...notification, picture: name ? `/develop/${id}/thumbnail.webp?v=${name}` : null }
  })
}

function itemOf(link: string): number | undefined {
  const [, id] = /^\/catalog\/(\d{1,9})\//.exec(link) ?? []
  return id === undefined ? undefined : Number(id)
}
