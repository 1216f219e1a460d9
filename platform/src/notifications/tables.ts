import type { Generated } from 'kysely'
import type { NotificationType } from './rules.ts'
import type { MailChoice, NotificationKind } from './settings/rules.ts'
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
    /** 1 when this notification was marked as read on its own, or is not listed. */
    read: number
    /** Unix milliseconds. */
    created: number
    /** 0: the recipient wants this kind outside of the site only, so the inbox leaves it out. */
    listed: Generated<number>
    /** The content that the notification announces, as its type and its id: `comment:1`. Null: none that may be taken down. */
    subject: string | null
  }
  /** Where a user gets notifications of a kind. Without a row, the defaults of `settings/rules.ts` apply. */
  notification_choices: {
    user_id: string
    kind: NotificationKind
    site: number
    mail: MailChoice
    push: number
  }
  /** When a user gets notifications outside of the site. */
  notification_schedules: {
    user_id: string
    /** IANA name. Null: UTC. */
    time_zone: string | null
    /** Start and end of the quiet hours, in minutes after midnight. Nulls: there are none. */
    quiet_from: number | null
    quiet_to: number | null
    /** Time of the last mail that was not a digest. */
    last_mail: Generated<number>
  }
  /** Notifications that wait for a mail. */
  notification_mails: {
    user_id: string
    notification_id: number
    /** 1: for the daily digest. */
    digest: number
    due: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends NotificationTables {}
}
