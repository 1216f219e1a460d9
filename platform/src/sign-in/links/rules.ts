import { day, hour } from '@baseplate/service/clock'

/** `verification` confirms the account's address. `change` replaces it as well. */
export type EmailPurpose = 'verification' | 'change'

/** A link that confirms an address expires this long after it was made. Its mail may be retried for a day. */
export const emailLinkLifetime = 3 * day

/** A recovery link expires this long after it was made. */
export const recoveryLifetime = hour

/** Maximum number of links sent to an account within the lifetime of one, so that nobody can flood its mailbox. */
export const maxRecoveryLinks = 3
