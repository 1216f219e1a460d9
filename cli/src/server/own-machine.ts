import type { IncomingMessage } from 'node:http'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { isForwarded } from '@baseplate/service/forwarded'
import { isLoopback } from '@baseplate/service/network/address-group'
import { isLocalUrl } from '@baseplate/service/network/host-name'

/**
 * Returns a check whether a request comes from the operator's own machine, so that limits by address leave it alone.
 *
 * On a public site, nobody is exempt: game servers are on the machine too, and all clients of a proxy that is missing in
 * `TrustedProxies` have its address. Behind proxies, a loopback address can be one of them or a game server.
 */
export function ownMachineCheck({
  baseUrl,
  TrustedProxies,
}: Pick<Config, 'baseUrl' | 'TrustedProxies'>): (request: IncomingMessage) => boolean {
  if (!isLocalUrl(baseUrl) || TrustedProxies.length > 0) return () => false
  return ({ headers, socket }) => isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers)
}
