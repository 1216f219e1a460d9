import type { Actor } from '@baseplate/platform/accounts/rules'
import type { NotificationView } from '@baseplate/platform/notifications/door'
import type { Platform } from '@baseplate/platform/platform'
import { listPendingRequests } from '@baseplate/platform/social/door'

/** Returns the ids of the notifications about friend requests that await an answer. */
export async function requestsAmong(
  platform: Platform,
  actor: Actor,
  notifications: readonly NotificationView[],
): Promise<number[]> {
  const requests = notifications.flatMap(({ id, event, sender }) =>
    event === 'friend_request' && sender !== null ? [{ id, sender }] : [],
  )
  const pending = await listPendingRequests(
    platform,
    actor,
    requests.map(({ sender }) => sender),
  )
  // Only the newest notification about a request has its buttons.
  return pending.flatMap((username) => requests.find(({ sender }) => sender === username)?.id ?? [])
}
