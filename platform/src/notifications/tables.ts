import type { NotificationType } from './rules.ts'
import type { NotificationEvent } from './texts.ts'

export interface NotificationTables {
  /** One row for each user with a notification, written in the same transactions as the notifications. */
  inboxes: {
    user_id: string
    /** Id of the newest notification. */
    last_id: number
    /** Number of unread notifications. */
    unread: number
    /** All notifications up to this id count as read, so that marking all of them is one write. */
    read_to: number
    /** Number of changes of this row. The larger of two is newer. */
    version: number
  }
  notifications: {
    /** The recipient. */
    user_id: string
    /** Counts up from 1 for each user, in the order of the commits. */
    id: number
    type: NotificationType
    event: NotificationEvent
    /** Arguments of the event's text, as JSON. */
    details: string
    /** Null for the platform itself. */
    sender_id: string | null
    /** Path of the subject's page. */
    link: string
    /** 1 when this notification was marked as read on its own. */
    read: number
    /** Unix milliseconds. */
    created: number
  }
}
