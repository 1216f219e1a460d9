import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns the bearer token of an `Authorization` header. */
export const bearerOf = (authorization = ''): string | undefined => /^bearer +(.*)$/i.exec(authorization)?.[1]

/** Returns a check of `Authorization` headers against a key. Without a key every request passes. */
export function bearerCheck(key: string | undefined): (authorization: string | undefined) => boolean {
  if (key === undefined) return () => true
  const expected = digest(key)
  return (authorization) => {
    const sent = bearerOf(authorization)
    // Digests have the same length, so the time of the comparison reveals nothing about the key.
    return sent !== undefined && timingSafeEqual(digest(sent), expected)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
