import { isIP } from 'node:net'

/** The site as passkeys know it. */
export interface RelyingParty {
  /** Host name that passkeys belong to. */
  id: string
  origin: string
}

/** Returns undefined where browsers offer no passkeys: at an IP address, and without https except on the machine itself. */
export function relyingPartyOf({ baseUrl }: { baseUrl: string }): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}
