import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'notifications'> = {
  'notifications.not_found': 'missing',
  'notifications.unsubscribe_link_unknown': 'missing',
}
