import { isIP } from 'node:net'
import { isInRanges, parseAddressRange } from '@baseplate/platform/foundation/address-range'

/** The address of the client that sent a request. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/** Whether an address is that of a trusted proxy. */
export type IsTrustedProxy = (address: string | undefined) => boolean

/** @param trustedProxies addresses and CIDR ranges, as `TrustedProxies` of the configuration has them. */
export function trustedProxyCheck(trustedProxies: readonly string[]): IsTrustedProxy {
  const ranges = trustedProxies.map(parseAddressRange)
  if (ranges.length === 0) return () => false
  return (address) => address !== undefined && isInRanges(address, ranges)
}

/**
 * The socket's address; behind trusted proxies, the last address in `X-Forwarded-For` that is not one of theirs
 * (decisions, section 2). The client itself could have written everything before that one.
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

/** An IPv4 client of a dual-stack socket is written `::ffff:192.0.2.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
