import { BlockList, isIP } from 'node:net'

/** The address of the one who asks. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * The socket's address; behind trusted proxies, the last address in `X-Forwarded-For` that is not one of theirs
 * (decisions, section 2). Everything before that one could have been written by the client itself.
 */
export function clientAddressBehind(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) trusted.addAddress(proxy, isIP(proxy) === 6 ? 'ipv6' : 'ipv4')
  // What is no address at all, as proxies of some kinds pass on from anybody, is nobody's.
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (socketAddress = '', forwardedFor) => {
    const own = plain(socketAddress)
    if (trustedProxies.length === 0 || !forwardedFor || !isTrusted(own)) return own
    const passed = forwardedFor.split(',').map((address) => plain(address.trim()))
    const client = passed.findLast((address) => !isTrusted(address)) ?? own
    return isIP(client) === 0 ? own : client
  }
}

/** An IPv4 client of a dual-stack socket is written `::ffff:192.0.2.1`. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
