import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A range of IP addresses; a single address is a range of one. */
type AddressRange = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number]

/**
 * Parses `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`. An IPv4-mapped range such as `::ffff:10.0.0.0/104` means the IPv4
 * range inside it, because a dual-stack socket reports IPv4 clients either way.
 *
 * @throws Error that says what is wrong.
 */
export function parseAddressRange(text: string): AddressRange {
  const [written = '', length, ...rest] = text.split('/')
  // ipaddr.js also reads `10.1` and octal numbers, which an operator only writes by mistake.
  if (isIP(written) === 0) throw new Error('this is not an IP address')
  const address = ipaddr.parse(written)
  const bits = address.kind() === 'ipv4' ? 32 : 128
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (rest.length > 0 || !(prefix <= bits)) throw new Error(`the part after "/" must be 0 to ${bits}`)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    if (prefix < 96) throw new Error('a range of IPv4-mapped addresses must be /96 or longer')
    return [address.toIPv4Address(), prefix - 96]
  }
  return [address, prefix]
}

/** Returns an address in its shortest form, without a zone, and an IPv4-mapped one as IPv4; undefined for other text. */
export function canonicalAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** Whether an address is in one of the ranges. Text that is not an IP address is in none. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return ranges.some(([base, length]) => base.kind() === parsed.kind() && parsed.match(base, length))
}
