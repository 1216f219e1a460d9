import type { IncomingMessage } from 'node:http'
import type { Platform } from '@baseplate/platform/platform'
import { clientAddressBehind, type IsTrustedProxy, proxiedCheck } from './client-address.ts'
import { ownMachineCheck } from './own-machine.ts'
import { warnOfForwarded } from './warnings.ts'

/** The sender of a request. */
export interface Client {
  address: string
  /** Whether a trusted proxy has forwarded the request. */
  proxied: boolean
  /** See `ownMachineCheck`. */
  isOwnMachine: boolean
}

/** Returns a function that finds out who sends a request. It takes the key of proxies out of the headers. */
export function clientReader(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  isTrustedProxy: IsTrustedProxy,
): (request: IncomingMessage) => Client {
  const isProxied = proxiedCheck(config, isTrustedProxy)
  const isOwnMachine = ownMachineCheck(config)
  const addressOf = clientAddressBehind(isTrustedProxy, warnOfForwarded(log))
  return (request) => {
    const proxied = isProxied(request)
    const forwardedFor = proxied ? headerOf(request, 'x-forwarded-for') : undefined
    const address = addressOf(request.socket.remoteAddress, forwardedFor)
    return { address, proxied, isOwnMachine: isOwnMachine(request) }
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
