import { randomBytes } from 'node:crypto'
import { sha256 } from '../../foundation/ids.ts'

/** Characters of a place's id in base 36. The largest id has six. */
const placeLength = 6

/** Random bytes of a key. Each has two characters. */
const randomLength = 13

/** The key of one join script, with which the game server verifies its player. */
export interface PlayerKey {
  /** 32 characters a-z0-9. */
  key: string
  /** Stored in place of the key. */
  hash: string
}

/**
 * Returns a new key. It begins with its place, so that a session is found by the place's index. An index of keys would make each join
 * write a random page. The rest is random: every join draws a key, and hexadecimal digits are cheap to draw.
 */
export function newPlayerKey(placeId: number): PlayerKey {
  const place = placeId.toString(36).padStart(placeLength, '0')
  const key = place + randomBytes(randomLength).toString('hex')
  return { key, hash: sha256(key) }
}

/** Returns the place that a key begins with; undefined: the text is no key. */
export const placeOfKey = (key: string): number | undefined =>
  /^[a-z0-9]{32}$/.test(key) ? Number.parseInt(key.slice(0, placeLength), 36) : undefined
