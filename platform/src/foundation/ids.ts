import { createHash, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const lowerAlphanumeric = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Returns random characters a-z0-9 of a uniform distribution, from a cryptographic source. */
export function randomCharacters(length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += lowerAlphanumeric[randomInt(lowerAlphanumeric.length)]
  return text
}

/** Opaque id of a user: the economy account is `user:<id>`. */
export const newUserId = () => randomCharacters(15)

/** Returns an id that sorts by time of creation, to the millisecond: 20 characters a-z0-9. */
export const newTimedId = (now: number) => now.toString(36).padStart(9, '0') + randomCharacters(11)

/** Returns a random id for a place, an asset or a group, from 100000000 to 999999999. The caller retries on a conflict. */
export const newAssetId = () => randomInt(100_000_000, 1_000_000_000)

/** Ticket of a game session: 24 characters. */
export const newJoinTicket = () => randomCharacters(24)

/** Server ticket or private server ticket of a place: 32 characters. */
export const newPlaceTicket = () => randomCharacters(32)

/** Code in the link of a party: 12 characters. Guessing one takes longer than any party lasts. */
export const newPartyCode = () => randomCharacters(12)

/** Ticket of one start of a dedicated server: 32 characters, like the other tickets of game servers. */
export const newRunTicket = () => randomCharacters(32)

/** Id of a render, which an external renderer sends with its pictures: 24 characters. */
export const newRenderId = () => randomCharacters(24)

/** Session token: 256 random bits, base64url. */
export const newSessionToken = () => randomBytes(32).toString('base64url')

/** Secret of a link in a mail: 256 random bits, base64url. */
export const newLinkToken = () => randomBytes(32).toString('base64url')

/** Token of a sign-in that is not finished: 256 random bits, base64url. */
export const newSignInToken = () => randomBytes(32).toString('base64url')

/** Recovery code: 24 characters in groups of six. With 124 random bits, it needs no slow hash. */
export const newRecoveryCode = () => Array.from({ length: 4 }, () => randomCharacters(6)).join('-')

/** Bearer key between parts of the installation: 256 random bits, base64url. */
export const newInstallationKey = () => randomBytes(32).toString('base64url')

/** Random part of a registration key, after its prefix: 24 characters. */
export const newKeyCharacters = () => randomCharacters(24)

/** Returns the hex SHA-256 of a secret, which is stored in its place. */
export const sha256 = (text: string) => hash('sha256', text, 'hex')

/** Compares two secrets in a time that does not tell how much of them is equal. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
