import { randomCharacters, sha256 } from '../../foundation/ids.ts'

const keyLength = 32

/** Characters of a place's id in base 36. The largest id has six. */
const placeLength = 6

/** The key of one join script, with which the game server verifies its player. */
export interface PlayerKey {
  key: string
  /** Stored in place of the key. */
  hash: string
}

/**
 * Returns a new key. It begins with its place, so that a session is found by the place's index. An index of keys would make each join
 * write a random page. The other 26 characters are random.
 */
export function newPlayerKey(placeId: number): PlayerKey {
  const key = placeId.toString(36).padStart(placeLength, '0') + randomCharacters(keyLength - placeLength)
  return { key, hash: sha256(key) }
}

/** Returns the place that a key begins with; undefined: the text is no key. */
export const placeOfKey = (key: string): number | undefined =>
  /^[a-z0-9]{32}$/.test(key) ? Number.parseInt(key.slice(0, placeLength), 36) : undefined
