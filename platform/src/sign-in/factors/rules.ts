import { day } from '@baseplate/service/clock'

/** An unconfirmed secret can be confirmed for this long. */
export const totpSetupLifetime = day

export const recoveryCodeCount = 10

/** Returns a code as it is compared: without the spaces and hyphens that make it readable. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase()

export const isTotpCode = (plain: string): boolean => /^\d{6}$/.test(plain)
