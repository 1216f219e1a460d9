import { day } from '../foundation/clock.ts'

/** What a user may be told of. */
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

/** Undoing and doing these again floods nobody: while one is unread, the same one from the same sender is not repeated. */
const unrepeated: ReadonlySet<NotificationType> = new Set(['follow', 'friendrequest'])

export const isUnrepeated = (type: NotificationType): boolean => unrepeated.has(type)

/** Notifications that were read are removed when they are this old. */
export const keptForMs = 90 * day
