import { day, minute } from '@baseplate/service/clock'

/** The link of a security mail expires this long after it was made. */
export const securityLinkLifetime = 7 * day

/**
 * Returns the time since which a link undoes additions to the account. It is a minute before the link was made, because verbs read
 * the clock before the mail is written.
 */
export const undoneSince = ({ created }: { created: number }): number => created - minute

/** Events after which a thief may have the account's recovery codes. */
export const exposesRecoveryCodes = (event: string): boolean =>
  event === 'recovery_code_used' || event === 'recovery_codes_replaced'
