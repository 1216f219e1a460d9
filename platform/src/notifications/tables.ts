import type { NotificationType } from './rules.ts'

export interface NotificationTables {
  /** One row for each user who was ever notified, changed in the transactions that change their notifications. */
  inboxes: {
    user_id: string
    /** Id of the newest notification, as they count up. */
    last_id: number
    /** How many are unread: counted here, as a user may have any number of them. */
    unread: number
    /** All up to this id are read, whatever their own rows say: marking all of them read is one write. */
    read_to: number
    /** Counts the changes of this row: of two states of an inbox, it tells the later one. */
    version: number
  }
  notifications: {
    /** Whom it is for. */
    user_id: string
    /** Counts up from 1 for each user, in the order of the commits. */
    id: number
    type: NotificationType
    /** What happened, with the sender as its subject: "started following you"; without one, a sentence. */
    note: string
    /** Null: the platform itself. */
    sender_id: string | null
    /** The path of what it is about. */
    link: string
    /** 1 when it was marked read by itself. */
    read: number
    /** Unix milliseconds. */
    created: number
  }
}
