import type { NotificationView } from '@baseplate/platform/notifications/door'

/** A notification in the panel of the bell. */
export interface RecentNotification extends NotificationView {
  /** In the reader's language. */
  sentence: string
  /** URL of the picture of the reader's item that the notification is about; null without an item or a picture. */
  picture: string | null
  /** Whether the notification is a friend request without an answer. */
  isRequest: boolean
}

// Without the second header, the response would be in English, as for programs.
const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }

/** Reads the newest notifications. @throws Error if the request fails or the session has ended */
export async function readRecent(): Promise<RecentNotification[]> {
  const response = await fetch('/notifications/recent', { headers, redirect: 'error' })
  if (!response.ok) throw new Error(`the notifications could not be loaded: ${response.status}`)
  const { notifications } = (await response.json()) as { notifications: RecentNotification[] }
  return notifications
}

/** Sends an action of the inbox. @throws Error if it was refused */
export async function act(
  action: 'accept' | 'decline' | 'readall',
  fields: Record<string, string>,
): Promise<void> {
  const body = new URLSearchParams(fields)
  const response = await fetch(`/notifications?/${action}`, {
    method: 'POST',
    body,
    headers,
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`the action ${action} failed: ${response.status}`)
}
