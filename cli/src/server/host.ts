import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Platform } from '@baseplate/platform/platform'
import { hostNameOf, isLocalUrl, isLoopbackHost } from '@baseplate/service/network/host-name'
import { refuse } from './refuse.ts'
import { warnOfOtherHost } from './warnings.ts'

/** Paths that load balancers ask at any name or address of a process. */
const pathsOfEveryHost: ReadonlySet<string> = new Set(['/health', '/ready'])

/** Maximum number of spellings of served hosts that are remembered: each host with and without a port, in a few letter cases. */
const rememberedMax = 1_000

/** Refuses a request for a host that is not the site's. Returns false, without a response, for all others. */
export function hostDoor({
  config,
  log,
}: Pick<Platform, 'config' | 'log'>): (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => boolean {
  const statusOf = hostCheck(config)
  const warn = warnOfOtherHost(log)
  return (request, response, path) => {
    const status = statusOf(request, path)
    if (status === undefined) return false
    if (status === 421) warn(request.headers.host)
    refuse(request, response, status, config.baseUrl)
    return true
  }
}

type Asked = Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>

/**
 * Returns a check of the host that a request names. It returns the status of the refusal: 400 without exactly one well-formed
 * host, and 421 for a host that is not the site's.
 *
 * A web page whose own name leads to this machine can otherwise act as a page of this site (DNS rebinding). The name also becomes
 * part of the URL that pages see.
 *
 * @param addressesOf returns the addresses of this machine
 */
export function hostCheck(
  { baseUrl, metricsKey, Client }: Pick<Config, 'baseUrl' | 'metricsKey' | 'Client'>,
  addressesOf: () => readonly string[] = machineAddresses,
): (request: Asked, path: string) => 400 | 421 | undefined {
  const names = new Set([new URL(baseUrl).host, ...Client.Hosts.map(inUrl)].map(hostNameOf))
  const endings = Client.Hosts.filter((host) => host.startsWith('*.')).map(
    (host) => `.${hostNameOf(host.slice('*.'.length))}`,
  )
  const isLocal = isLocalUrl(baseUrl)
  // Prometheus asks by the address of each process. The key protects the path from pages.
  const isForEveryone = (path: string) =>
    pathsOfEveryHost.has(path) || (path === '/metrics' && metricsKey !== undefined)
  const isServed = (name: string) =>
    names.has(name) ||
    isLoopbackHost(name) ||
    endings.some((ending) => name.length > ending.length && name.endsWith(ending)) ||
    (isLocal && addressesOf().includes(name))
  // Requests name the same few hosts, thousands of times per second.
  const served = new Set<string>()

  return ({ url = '', headers: { host = '' }, rawHeaders }, path) => {
    if (isForEveryone(path)) return undefined
    if (!url.startsWith('/') || hasSeveralHosts(rawHeaders)) return 400
    if (served.has(host)) return undefined
    const name = hostNameOf(host)
    if (name === undefined) return 400
    if (!isServed(name)) return 421
    if (served.size < rememberedMax) served.add(host)
    return undefined
  }
}

const inUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host)

/** Node.js keeps the first of several `Host` headers, and a proxy may have decided by another one. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host' && ++count > 1) return true
  }
  return false
}

const machineAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((found = []) =>
    found.map(({ address }) => hostNameOf(inUrl(address)) ?? address),
  )
