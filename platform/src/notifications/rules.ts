import { day } from '@baseplate/service/clock'

/** Reason of a notification. */
export type NotificationType =
  | 'follow'
  | 'friendrequest'
  | 'friendaccept'
  | 'purchase'
  | 'comment'
  | 'assetapproved'
  | 'assetrefused'
  | 'group'
  | 'report'
  | 'appeal'
  | 'mint'
  | 'moderation'
  | 'party'
  | 'security'

/** A sender cannot flood a user by undoing and repeating these: while one is unread, it is not repeated. */
const unrepeated: ReadonlySet<NotificationType> = new Set(['follow', 'friendrequest', 'party'])

export const isUnrepeated = (type: NotificationType): boolean => unrepeated.has(type)

/** Actions of users. A user who has muted or blocked the sender is not notified of these. */
export const personalTypes = [
  'follow',
  'friendrequest',
  'friendaccept',
  'purchase',
  'comment',
  'party',
] as const satisfies readonly NotificationType[]

export const isPersonal = (type: NotificationType): boolean =>
  personalTypes.some((personal) => personal === type)

/** Age at which the sweep removes read notifications. */
export const readLifetimeMs = 90 * day

/** Notifications that the inbox leaves out cannot be read. For this long, they count as unread, so that they are not repeated. */
export const unlistedUnreadMs = day
