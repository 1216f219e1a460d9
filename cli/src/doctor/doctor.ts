import { resolve } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { isBackupOverdue, readLastBackup } from '@baseplate/platform/operations/door'
import { isLeakedPassword } from '@baseplate/platform/sign-in/door'
import { hour } from '@baseplate/service/clock'
import { isLocalUrl } from '@baseplate/service/network/host-name'
import { openExistingSnapshot } from '../database/existing.ts'
import { checkOrchestratorAddress, checkPublicAddress, isPlaceholder } from './address.ts'
import { checkClientAddresses, checkFirstAccount } from './entry.ts'
import { checkFiles } from './files.ts'
import { type Finding, fault, messageOf, ok, warning } from './finding.ts'
import { checkIsolation } from './isolation.ts'
import { checkKeys } from './keys.ts'
import { examineLedger } from './ledger.ts'
import { checkDataDirectory, checkDisk, checkNode, checkPort, checkSecrets, type Port } from './machine.ts'
import { checkMail } from './mail.ts'
import { checkMinetest } from './minetest.ts'
import { checkPlaceFiles } from './place-files.ts'
import { examineServer } from './postgres.ts'
import { checkClock, checkDatabase, checkEconomy, checkOrchestrator, checkRenderer } from './services.ts'
import { checkSharedFiles } from './shared-files.ts'

const packageFile = resolve(import.meta.dirname, '../../../runtime/package.json')

/** Checks everything that the product needs, one part after another, and changes nothing. */
export async function* examine(config: Config): AsyncGenerator<Finding & { what: string }, void> {
  const database = await checkDatabase(config)
  const checks: [string, () => Finding | Promise<Finding>][] = [
    ['Node.js', () => checkNode(process.versions.node, packageFile)],
    ['address', () => checkAddress(config)],
    ['public address', () => checkPublicAddress(config, Date.now())],
    ['client addresses', () => checkClientAddresses(config, Date.now())],
    ['first account', () => checkFirstAccount(config)],
    ['second factors', () => checkSecondFactors(config)],
    ['leaked passwords', () => checkLeakedPasswords(config)],
    ['data directory', () => checkDataDirectory(config)],
    ['secrets', () => checkSecrets(config)],
    ['disk', () => checkDisk(config)],
    ...portsOf(config).map(([what, port]): [string, () => Promise<Finding>] => [what, () => checkPort(port)]),
    ['database', () => database],
    ['keys', () => checkKeys(config)],
    ['files', () => checkFiles(config)],
    ['files of several sites', () => checkSharedFiles(config)],
    ['clock', () => checkClock(config, Date.now())],
    ['economy', () => checkEconomy(config)],
    ['place files', () => checkPlaceFiles(config)],
    ['orchestrator', () => checkOrchestrator(config)],
    ['address of the orchestrator', () => checkOrchestratorAddress(config, Date.now())],
    ['isolation', () => checkIsolation(config)],
    ...engineChecks(config),
    ['renderer', () => checkRenderer(config)],
    ['mail', () => checkMail(config)],
    ['backup', () => checkBackup(config, Date.now())],
  ]
  for (const [what, check] of checks) {
    if (database.verdict === 'fault' && ofDatabase.has(what)) {
      yield { what, ...unreadDatabase }
      continue
    }
    try {
      yield { what, ...(await check()) }
    } catch (error) {
      yield { what, ...fault(messageOf(error), 'This check failed unexpectedly. Please report it.') }
    }
    if (what === 'database') yield* examineServer(config)
    if (what === 'economy') yield* examineLedger(config)
  }
}

/** Clients and servers of the classic family are the operator's own. */
const engineChecks = (config: Config): [string, () => Finding][] =>
  config.Engine === 'minetest' ? [['engine', () => checkMinetest(config)]] : []

/** Checks that only read the database. */
const ofDatabase = new Set([
  'first account',
  'keys',
  'files of several sites',
  'clock',
  'place files',
  'backup',
])

const unreadDatabase = warning(
  'not checked, because the database cannot be used',
  'Mend the database first, then run the doctor again.',
)

/** Checks the address that players use against the one that the site listens on. */
export function checkAddress({ baseUrl, host, TrustedProxies }: Config): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  if (isLocalUrl(baseUrl))
    return warning(`${baseUrl}, which no other machine can reach`, 'Set BASE_URL to the public address.')
  if (isPlaceholder(hostname))
    return warning(`${baseUrl}, which is only an example`, 'Set BASE_URL to the address of your site.')
  if (protocol === 'http:') {
    return warning(
      `${baseUrl}, which is not encrypted`,
      'Put a proxy with a certificate in front, and set BASE_URL to https: docs/operating/install.md.',
    )
  }
  if (TrustedProxies.length === 0) {
    return warning(
      `${baseUrl}, but no proxy is trusted, so all users share one address and its limits`,
      "Set TrustedProxies to the proxy's address, such as ['127.0.0.1'].",
    )
  }
  return ok(`${baseUrl}, over ${TrustedProxies.join(' and ')}, to ${host}`)
}

/** Checks that staff of a public platform need a second factor. */
export function checkSecondFactors({ baseUrl, Security }: Pick<Config, 'baseUrl' | 'Security'>): Finding {
  const { RequireSecondFactor: level } = Security
  if (level > 0) return ok(`needed from level ${level}`)
  return isLocalUrl(baseUrl)
    ? ok('needed by no account')
    : warning(
        'needed by no account, so a stolen password of staff is enough',
        'Set Security.RequireSecondFactor to 4: docs/operating/second-factors.md.',
      )
}

/** Checks the list of leaked passwords by looking for one that every such list has. */
export async function checkLeakedPasswords({ Security }: Pick<Config, 'Security'>): Promise<Finding> {
  const { LeakedPasswords: path } = Security
  if (path === undefined) return ok('no list, so new passwords are not compared with leaked ones')
  const advice = 'See docs/operating/attacks.md#leaked-passwords. Until then, new passwords are not checked.'
  try {
    return (await isLeakedPassword(path, 'password')) ? ok(path) : warning(`${path} is incomplete`, advice)
  } catch (error) {
    return warning(messageOf(error), advice)
  }
}

/** Checks the age of the last backup. */
export async function checkBackup(config: Config, now: number): Promise<Finding> {
  const { Backup } = config
  const last = await lastBackupOf(config, now).catch(() => undefined)
  const advice =
    Backup.Folder === undefined
      ? 'Set Backup.Folder, or run `baseplate backup` from a timer: docs/operating/backup.md.'
      : `The site makes one every ${hours(Backup.Hours)} while it runs; its log says why one failed.`
  if (!last) return warning('none has been made', advice)
  const file = last.file === '-' ? 'written to standard output' : last.file
  const summary = `the last one is ${hours(Math.max(0, Math.floor((now - last.finished) / hour)))} old: ${file}`
  return isBackupOverdue(last, { Backup, since: now, now }) ? warning(summary, advice) : ok(summary)
}

/** @throws when there is no database, it cannot be reached, or an older version has not recorded backups */
async function lastBackupOf({ databaseUrl: url, dataDirectory }: Config, now: number) {
  const snapshot = await openExistingSnapshot<Database>({ url, dataDirectory })
  try {
    return await readLastBackup(snapshot.db, now)
  } finally {
    await snapshot.close()
  }
}

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)

/** Returns the ports that this machine's services listen on, each with the key of its health check. */
export function portsOf(config: Config): [string, Port][] {
  const { economy, orchestrator, Orchestrator, metricsKey } = config
  const ports: [string, Port][] = [
    ['port of the site', { host: config.host, port: config.port, setting: 'PORT', key: metricsKey }],
  ]
  if (!economy.elsewhere) {
    const { host, port, key } = economy
    ports.push(['port of the economy', { host, port, key, setting: 'ECONOMY_PORT' }])
  }
  if (Orchestrator.Command) {
    const { hostname, port } = new URL(Orchestrator.PrivateURL)
    const own = { host: hostname, port: Number(port || 80), key: orchestrator.key }
    ports.push(['port of the orchestrator', { ...own, setting: 'Orchestrator.PrivateURL' }])
  }
  return ports
}
