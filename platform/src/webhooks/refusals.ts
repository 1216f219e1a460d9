import type { Reasons } from '../foundation/reasons.ts'

/** Reasons of the refusals of this domain, apart from those of invalid requests. */
export const refusals: Reasons<'limits' | 'webhooks'> = {
  'limits.webhooks': 'limited',
  'webhooks.delivery_not_found': 'missing',
  'webhooks.disabled': 'conflict',
  'webhooks.not_found': 'missing',
  'webhooks.too_many': 'conflict',
}
