import { isIP } from 'node:net'
import { isLoopback } from './address-group.ts'

/** `host` of a URL: an IPv6 address in brackets, an IPv4 address or a name, and perhaps a port. */
const written = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(:\d*)?$/iu

/**
 * Returns the name or the address in a `Host` header, in one spelling: without port, brackets and final dot, in lower case and
 * Punycode, addresses in their shortest form. Returns undefined for text that is no host.
 */
export function hostNameOf(host: string): string | undefined {
  const url = `http://${host}`
  if (!written.test(host) || !URL.canParse(url)) return undefined
  const name = new URL(url).hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === '' ? undefined : name
}

/** Names that Debian, macOS and browsers give the loopback addresses. */
const loopbackName = /^(localhost|.+\.localhost|ip6-localhost|ip6-loopback)$/

/** Whether a name or an address, as `hostNameOf` returns it, is this machine's for itself only. */
export const isLoopbackHost = (name: string): boolean =>
  isIP(name) === 0 ? loopbackName.test(name) : isLoopback(name)

/** Whether only this machine itself reaches a site at this address. */
export const isLocalUrl = (baseUrl: string): boolean =>
  isLoopbackHost(hostNameOf(new URL(baseUrl).host) ?? '')
