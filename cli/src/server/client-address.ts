import { isIP } from 'node:net'
import { isInRanges, parseAddressRange } from '@baseplate/platform/foundation/address-range'

/** The address of the client that sent a request. */
type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/** Whether an address is that of a trusted proxy. */
export type IsTrustedProxy = (address: string | undefined) => boolean

/** @param trustedProxies addresses and CIDR ranges, as in `TrustedProxies` of the configuration */
export function trustedProxyCheck(trustedProxies: readonly string[]): IsTrustedProxy {
  const ranges = trustedProxies.map(parseAddressRange)
  if (ranges.length === 0) return () => false
  return (address) => address !== undefined && isInRanges(address, ranges)
}

/**
 * Returns a function that finds the client's address. It is the socket's address. Behind trusted proxies it is the last address
 * in `X-Forwarded-For` that belongs to no trusted proxy. The client itself could have written all addresses before that one.
 */
export function clientAddressBehind(isTrusted: IsTrustedProxy): ClientAddress {
  return (socketAddress = '', forwardedFor) => {
    const own = plain(socketAddress)
    if (!forwardedFor || !isTrusted(own)) return own
    const passed = forwardedFor.split(',').map((address) => plain(address.trim()))
    const client = passed.findLast((address) => !isTrusted(address)) ?? own
    return isIP(client) === 0 ? own : client
  }
}

/** Removes the prefix of IPv4 addresses on dual-stack sockets: `::ffff:192.0.2.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
