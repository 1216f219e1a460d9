import { randomBytes } from 'node:crypto'

/** Returns a generator of request ids, which differ between processes. It is cheap, because there may be thousands per second. */
export function nameRequests(): () => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
