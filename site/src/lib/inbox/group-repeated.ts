import type { NotificationView } from '@baseplate/platform/notifications/door'

/** Part of a notification that decides which others it is shown with. */
type Repeatable = Pick<NotificationView, 'id' | 'event' | 'sender' | 'link' | 'values' | 'read'>

/** Friend requests have buttons of their own. The platform's own notifications say something different each time. */
const isRepeatable = ({ event, sender }: Repeatable) => sender !== null && event !== 'friend_request'

/**
 * Puts repeated notifications together, such as five comments of one user on one game. Either all of a group are read or none.
 * Each group is where its newest one was, which comes first.
 */
export function groupRepeated<One extends Repeatable>(notifications: readonly One[]): [One, ...One[]][] {
  const groups = new Map<string, [One, ...One[]]>()
  for (const one of notifications) {
    const { id, event, sender, link, values, read } = one
    const key = JSON.stringify(isRepeatable(one) ? [event, sender, link, values, read] : id)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}
