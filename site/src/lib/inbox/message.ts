import type { NotificationView } from '@baseplate/platform/notifications/queries'

/** An event of the inbox stream, which tabs also forward to each other. */
export type Message =
  | { type: 'notification'; notification: NotificationView }
  | { type: 'unread'; unread: number; version: number }

/** Position in the stream: the id of the last notification, and the version of the inbox state. */
export interface Position {
  last: number
  version: number
}

export const isBehind = (one: Position, other: Position): boolean =>
  one.last < other.last || one.version < other.version
