import type { Logger } from '@baseplate/service/log'

/** Minimum interval between two warnings of one kind. */
const warnEveryMs = 60_000

export const warnOfCrowd = (log: Logger): ((address: string) => void) =>
  nowAndThen((address) =>
    log.warn(
      { address, key: 'Server.ConnectionsPerAddress' },
      'too many connections or requests from one address; a reverse proxy belongs in TrustedProxies',
    ),
  )

export const warnOfOtherHost = (log: Logger): ((host: string | undefined) => void) =>
  nowAndThen((host) =>
    log.warn(
      { host, key: 'Client.Hosts' },
      'a request named a host that is not the site’s; proxies must forward Host, and further names belong in Client.Hosts',
    ),
  )

export const warnOfForwarded = (log: Logger): ((forwardedFor: string) => void) =>
  nowAndThen((forwardedFor) =>
    log.warn(
      { forwardedFor: forwardedFor.slice(0, 200), key: 'TrustedProxies' },
      'X-Forwarded-For of a trusted proxy names no address, so its clients share the limits of the proxy',
    ),
  )

/** Warns at most once a minute, because a flood of requests must not flood the log. */
function nowAndThen<About>(warn: (about: About) => void): (about: About) => void {
  let quietUntil = 0
  return (about) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + warnEveryMs
    warn(about)
  }
}
