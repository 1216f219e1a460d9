import type { NotificationKind } from '@baseplate/platform/notifications/settings/rules'
import type { PlainKey } from '@baseplate/texts/keys'

/** Names of the kinds of notifications. */
export const kindLabels = {
  friends: 'notification-settings.friends',
  followers: 'notification-settings.followers',
  parties: 'notification-settings.parties',
  comments: 'notification-settings.comments',
  sales: 'notification-settings.sales',
  payments: 'notification-settings.payments',
  review: 'notification-settings.review',
  decisions: 'notification-settings.decisions',
} as const satisfies Record<NotificationKind, PlainKey>
