import { randomBytes } from 'node:crypto'

/** Names requests: unlike those of other processes by its random start, and cheap, as there may be many thousands a second. */
export function nameRequests(): () => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
