import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { sameSecret } from '@baseplate/platform/foundation/ids'
import { canonicalAddress, isInRanges, parseAddressRange } from '@baseplate/service/network/address-range'

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

/** The header in which proxies prove themselves with `PROXY_KEY`. */
const keyHeader = 'baseplate-proxy-key'

type Asked = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * Returns a check whether a trusted proxy has forwarded a request. It takes the proxy's key out of the headers.
 *
 * With `PROXY_KEY`, the address is not enough: game servers and other programs of the proxy's machine have the same one, and could
 * claim any client's.
 */
export function proxiedCheck(
  { proxyKey }: Pick<Config, 'proxyKey'>,
  isTrusted: IsTrustedProxy,
): (request: Asked) => boolean {
  if (proxyKey === undefined) return ({ socket }) => isTrusted(socket.remoteAddress)
  return ({ headers, socket }) => {
    const { [keyHeader]: given } = headers
    delete headers[keyHeader]
    return isTrusted(socket.remoteAddress) && sameSecret(String(given), proxyKey)
  }
}

/**
 * Returns a function that finds the client's address. It is the socket's address. Behind trusted proxies it is the last address
 * in `X-Forwarded-For` that belongs to no trusted proxy. The client itself could have written all addresses before that one.
 *
 * @param onUnreadable called with a header whose client is not an address. All such clients count as the proxy.
 */
export function clientAddressBehind(
  isTrusted: IsTrustedProxy,
  onUnreadable: (forwardedFor: string) => void = () => {},
): ClientAddress {
  return (socketAddress = '', forwardedFor) => {
    const own = addressIn(socketAddress) ?? socketAddress
    if (!forwardedFor || !isTrusted(own)) return own
    const passed = forwardedFor.split(',').map(addressIn)
    const client =
      passed.findLast((address) => !isTrusted(address)) ?? (passed.includes(undefined) ? undefined : own)
    if (client === undefined) onUnreadable(forwardedFor)
    return client ?? own
  }
}

/**
 * Returns the address in an entry of `X-Forwarded-For`, in one spelling, or undefined if there is none. Proxies also write a port
 * behind it, brackets around it, quotes around both, a zone, or IPv4 as `::ffff:192.0.2.1`.
 */
function addressIn(entry: string): string | undefined {
  const unquoted = entry.trim().replace(/^"(.*)"$/, '$1')
  const written = isIP(unquoted) === 0 ? unquoted.replace(/:\d{1,5}$/, '') : unquoted
  return canonicalAddress(written.replace(/^\[(.*)\]$/, '$1'))
}
