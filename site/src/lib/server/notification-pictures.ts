import type { Actor } from '@baseplate/platform/accounts/rules'
import { listOwnPictures } from '@baseplate/platform/assets/door'
import type { NotificationView } from '@baseplate/platform/notifications/door'
import type { Platform } from '@baseplate/platform/platform'

/**
 * Adds `picture` to notifications that the platform sends about the reader's own items: the address of the item's picture.
 * It is null for all other notifications, and for an item without a picture.
 */
export async function withPictures<Notification extends NotificationView>(
  db: Platform['db'],
  actor: Actor,
  notifications: readonly Notification[],
): Promise<(Notification & { picture: string | null })[]> {
  const items = notifications.map(({ sender, link }) => (sender === null ? itemOf(link) : undefined))
  const pictures = await listOwnPictures(
    db,
    actor,
    items.filter((id) => id !== undefined),
  )
  return notifications.map((notification, index) => {
    const id = items[index]
    const { thumbnail, imageId } = (id !== undefined && pictures.get(id)) || none
    const uploaded = imageId === null ? null : `/develop/${id}/picture.png`
    return {
      ...notification,
      picture: thumbnail === null ? uploaded : `/develop/${id}/thumbnail.webp?v=${thumbnail}`,
    }
  })
}

const none = { thumbnail: null, imageId: null }

function itemOf(link: string): number | undefined {
  const [, id] = /^\/catalog\/(\d{1,9})\//.exec(link) ?? []
  return id === undefined ? undefined : Number(id)
}
