import { hasAccounts } from '@baseplate/platform/accounts/door'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { listRecentLogins } from '@baseplate/platform/sign-in/door'
import { day } from '@baseplate/service/clock'
import { isLoopback } from '@baseplate/service/network/address-group'
import { isLocalUrl } from '@baseplate/service/network/host-name'
import { openExistingSnapshot } from '../database/existing.ts'
import { trustedProxyCheck } from '../server/client-address.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Checks that the platform has its administrator. Until then, the platform is not the operator's yet. */
export async function checkFirstAccount(config: Config): Promise<Finding> {
  const isSetUp = await read(config, hasAccounts).catch(() => undefined)
  if (isSetUp === undefined) return ok('made after the first start')
  if (isSetUp) return ok('exists')
  return isLocalUrl(config.baseUrl)
    ? ok('not made yet: the first one to register is the administrator')
    : warning(
        'not made yet, so nobody administers this public platform',
        'Open the link that `baseplate setup-link` prints, or run `baseplate user create <name> --level 5`.',
      )
}

/** Accounts whose sign-ins are enough to suspect that they hide behind one address. */
const suspectAccounts = 5

/** Checks that the site sees the addresses of its clients, and that nothing but the proxy can make them up. */
export async function checkClientAddresses(config: Config, now: number): Promise<Finding> {
  const { baseUrl, TrustedProxies, proxyKey, Orchestrator } = config
  if (isLocalUrl(baseUrl)) return ok('not needed on this machine alone')
  const recent = await read(config, (db) => listRecentLogins(db, now - 7 * day)).catch(() => [])
  const accounts = new Set(recent.map(({ user_id }) => user_id)).size
  const [first] = recent
  if (first && accounts >= suspectAccounts && recent.every(({ address }) => isLoopback(address))) {
    return warning(
      `all sign-ins of ${accounts} accounts seem to come from this machine, so they share its limits`,
      "Let the proxy send X-Forwarded-For, and set TrustedProxies to the proxy's address, such as ['127.0.0.1'].",
    )
  }
  const isTrusted = trustedProxyCheck(TrustedProxies)
  const trustsMachine = isTrusted('127.0.0.1') || isTrusted('::1')
  if (trustsMachine && proxyKey === undefined && Orchestrator.Command !== undefined) {
    return warning(
      'game servers on this machine can claim any address, because TrustedProxies has theirs',
      'Set PROXY_KEY, and let the proxy send it: docs/operating/install.md#the-key-of-the-proxy.',
    )
  }
  return ok(TrustedProxies.length === 0 ? 'of their connections' : 'as the trusted proxies forward them')
}

async function read<Result>(
  { databaseUrl: url, dataDirectory }: Config,
  query: (db: Awaited<ReturnType<typeof openExistingSnapshot<Database>>>['db']) => Promise<Result>,
): Promise<Result> {
  const snapshot = await openExistingSnapshot<Database>({ url, dataDirectory })
  try {
    return await query(snapshot.db)
  } finally {
    await snapshot.close()
  }
}
