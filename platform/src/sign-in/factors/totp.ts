import { second } from '@baseplate/service/clock'
import { Secret, TOTP } from 'otpauth'

/** Seconds for which a code is shown. All authenticator apps support this period with SHA-1 and six digits. */
const period = 30

/** Steps that the clock of the device may be ahead or behind. */
const drift = 1

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** Returns the `otpauth` URI of a secret, which authenticator apps read from a QR code. */
export const totpUri = (secret: string, { site, username }: { site: string; username: string }): string =>
  totpOf(secret, username, site).toString()

/** Returns the time step of a code; undefined if the code belongs to no step that is valid now. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: drift })
  return delta === null ? undefined : Math.floor(now / (period * second)) + delta
}
