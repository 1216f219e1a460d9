import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const BEARER = /^bearer +(.*)$/i

/** Makes the check whether a request carries the key. Without a key every request passes. */
export function accessCheck(key: string | undefined): (request: IncomingMessage) => boolean {
  if (key === undefined) return () => true
  const expected = digest(key)
  return (request) => {
    const sent = BEARER.exec(request.headers.authorization ?? '')?.[1]
    // Digests have one length, so the comparison tells nothing about the key, not even its length.
    return sent !== undefined && timingSafeEqual(digest(sent), expected)
  }
}

/**
 * Whether a request comes from a web page: one of another site says so by its `Origin`; one that had its own name lead to
 * this machine asks for that name.
 */
export function isOfWebPage({ headers }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const name = headers.host?.replace(/:\d+$/, '').toLowerCase() ?? ''
  return headers.origin !== undefined || !hosts.has(name)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
