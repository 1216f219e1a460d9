import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { second } from '@baseplate/service/clock'

/**
 * Creates a look-up for names that users choose. All calls of `dns.lookup` share two threads, so a name whose server is silent would
 * hold up the look-ups of the database and the mail server. This look-up needs no thread, and ignores `/etc/hosts`.
 *
 * @param servers addresses of name servers; absent: those of the machine.
 */
export function createPublicLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: 2 * second, tries: 2 })
  if (servers) resolver.setServers(servers)
  return (hostname, { all }, callback) => {
    resolve(resolver, hostname).then(
      (found) => {
        const [first] = found
        if (first === undefined) callback(new Error(`${hostname} has no address`), '')
        else if (all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

/** Lists the addresses of a name, IPv4 first. */
async function resolve(resolver: Resolver, hostname: string) {
  // RFC 6761: no name server is asked for these.
  if (/(^|\.)localhost\.?$/i.test(hostname)) return [{ address: '127.0.0.1', family: 4 }]
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const addresses = (found: typeof four, family: number) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []
  return [...addresses(four, 4), ...addresses(six, 6)]
}
