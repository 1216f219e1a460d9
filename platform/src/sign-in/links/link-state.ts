import { Refused } from '../../foundation/errors.ts'

/** State of a link in a mail. */
export type LinkState = 'open' | 'ended' | 'expired'

export function linkState(link: { expires: number; ended: number | null }, now: number): LinkState {
  if (link.ended !== null) return 'ended'
  return link.expires > now ? 'open' : 'expired'
}

/** Refusal of a link of the account that is no longer open. */
export const linkEnded = () => new Refused('accounts.link_expired')
