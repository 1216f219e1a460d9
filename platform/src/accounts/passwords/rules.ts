import { hour } from '@baseplate/service/clock'

export const maxPasswordLength = 6969
export const minPasswordLength = 16

/** A recovery link expires this long after it was made. */
export const recoveryLifetime = hour

/** Maximum number of links sent to an account within the lifetime of one, so that nobody can flood its mailbox. */
export const maxRecoveryLinks = 3
