import type { NotificationView } from '@baseplate/platform/notifications/queries'

/** What the server says over a line, and tabs to each other. */
export type Message =
  | { type: 'notification'; notification: NotificationView }
  | { type: 'unread'; unread: number; version: number }

/** How far somebody has heard: the id of the last notification, and the version of the state of the inbox. */
export interface Position {
  last: number
  version: number
}

export const isBehind = (one: Position, other: Position): boolean =>
  one.last < other.last || one.version < other.version
