import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressGroup } from '@baseplate/service/network/address-group'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { IsTrustedProxy } from './client-address.ts'
import type { Client } from './clients.ts'

interface RequestLimit {
  /** Maximum number of requests in progress of one address group (see `addressGroup`); 0: unlimited. */
  max: number
  /** Requests that no trusted proxy forwarded are unlimited: each has a connection of its own. */
  isTrustedProxy: IsTrustedProxy
  onRefused: (address: string) => void
}

/** Counts a request until its body and its response have ended. Returns false, without counting it, beyond the limit. */
type Admit = (
  client: Pick<Client, 'address' | 'proxied'>,
  request: IncomingMessage,
  response: ServerResponse,
) => boolean

/**
 * Bounds the requests in progress of each client behind a trusted proxy. All connections are the proxy's, so `limitConnections`
 * cannot tell its clients apart.
 */
export function limitRequests({ max, isTrustedProxy, onRefused }: RequestLimit): Admit {
  const inProgress = new OpenByClient<IncomingMessage>({ each: max })
  return ({ address, proxied }, request, response) => {
    if (max === 0 || !isTrustedProxy(request.socket.remoteAddress)) return true
    // The proxy's own requests. Without its key, they can be of any program on its machine.
    if (proxied && isTrustedProxy(address)) return true
    const group = addressGroup(address)
    if (inProgress.admit(group, request)) {
      onRefused(address)
      return false
    }
    let open = 2
    const close = () => {
      if (--open === 0) inProgress.remove(group, request)
    }
    request.once('close', close)
    response.once('close', close)
    return true
  }
}
