import type { NotificationEvent } from '@baseplate/platform/notifications/texts'
import type { MessageKey } from '@baseplate/texts/keys'

/** The text of each event. Keys are written out, so that they are found when the site is built. */
export const eventTexts: Record<NotificationEvent, MessageKey> = {
  appeal_granted: 'inbox.appeal_granted',
  comment: 'inbox.comment',
  comment_removed: 'inbox.comment_removed',
  follow: 'inbox.follow',
  friend_accepted: 'inbox.friend_accepted',
  friend_request: 'inbox.friend_request',
  group_closed: 'inbox.group_closed',
  group_renamed: 'inbox.group_renamed',
  group_reopened: 'inbox.group_reopened',
  item_appeal_granted: 'inbox.item_appeal_granted',
  item_appeal_refused: 'inbox.item_appeal_refused',
  item_approved: 'inbox.item_approved',
  item_back: 'inbox.item_back',
  item_rejected: 'inbox.item_rejected',
  item_shown: 'inbox.item_shown',
  item_taken_down: 'inbox.item_taken_down',
  mint: 'inbox.mint',
  party: 'inbox.party',
  place_appeal_granted: 'inbox.place_appeal_granted',
  place_appeal_refused: 'inbox.place_appeal_refused',
  place_back: 'inbox.place_back',
  place_taken_down: 'inbox.place_taken_down',
  post_answered: 'inbox.post_answered',
  post_removed: 'inbox.post_removed',
  description_removed: 'inbox.description_removed',
  styling_removed: 'inbox.styling_removed',
  purchase: 'inbox.purchase',
  report_closed: 'inbox.report_closed',
}
