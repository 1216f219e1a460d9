import { crc32 } from 'node:zlib'
import { randomCharacters } from '../../foundation/ids.ts'

/** Tools that search for leaked secrets recognise a token by the prefix and the checksum. */
const prefix = 'bp_'
const secretLength = 40
const checksumLength = 7
const shape = new RegExp(`^${prefix}[a-z0-9]{${secretLength + checksumLength}}$`)

const checksumOf = (text: string): string => crc32(text).toString(36).padStart(checksumLength, '0')

/** Returns a new token: `bp_`, 40 random characters a-z0-9 (206 bits), and their checksum. */
export function newAccessToken(): string {
  const token = prefix + randomCharacters(secretLength)
  return token + checksumOf(token)
}

/** Whether a text has the form of a token and a right checksum. No other text can be a token, so no query looks for it. */
export const isWellFormed = (text: string): boolean =>
  shape.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
