import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { startPgBouncer } from '@baseplate/platform/testing/pgbouncer'
import { createMigratedDatabase } from '@baseplate/platform/testing/platforms'
import { freePort } from '../../../platform/src/testing/free-port.ts'
import { startHaproxy } from '../haproxy.ts'
import { newFilesUrl } from '../object-store.ts'
import { exitOf, run, until } from '../processes.ts'
import { type Site, startSite } from '../sites.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { unlimited } from '../unlimited.ts'

/** Services that each site reaches through a proxy of its own. `signals` is PostgreSQL past PgBouncer, for LISTEN. */
export const services = ['database', 'signals', 'files', 'ledger'] as const
export type Service = (typeof services)[number]

export interface MortalSite extends Site {
  proxies: Readonly<Record<Service, TcpProxy>>
}

/** Sites whose processes and connections can fail, with one ledger, one PostgreSQL and one object store. */
export interface MortalSites {
  /** Address of the load balancer. */
  baseUrl: string
  economyUrl: string
  dataDirectory: string
  /** PostgreSQL itself. */
  databaseUrl: string
  sites: readonly MortalSite[]
  /** Variables for commands such as `verify`, past all proxies. */
  environment: Record<string, string>
  stop(): Promise<void>
}

/** Raises the limits that the load would reach. */
const config: ConfigInput = {
  Renderer: { Workers: 0 },
  TrustedProxies: ['127.0.0.1'],
  Places: { PerUser: 10_000, Versions: 1_000 },
  Limits: unlimited,
}

export async function startMortalSites(count = 3): Promise<MortalSites> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-deaths-'))
  const dataDirectory = join(folder, 'data')
  const database = await createMigratedDatabase()
  const bouncer = await startPgBouncer(database.url)
  const [port, economyPort] = [await freePort(), await freePort()]
  const economyUrl = `http://127.0.0.1:${economyPort}`
  const configFile = join(folder, 'config.ts')
  await writeFile(configFile, `export default ${JSON.stringify(config)}`)
  const filesUrl = newFilesUrl()
  const baseUrl = `http://localhost:${port}`
  const shared = {
    ...credentials(),
    BASEPLATE_DATA: dataDirectory,
    BASEPLATE_CONFIG: configFile,
    BASE_URL: baseUrl,
    FILES_URL: filesUrl,
  }
  const environment = { ...shared, DATABASE_URL: database.url }
  const stopEconomy = await startEconomy({ ...shared, ECONOMY_PORT: String(economyPort) })
  const sites: MortalSite[] = []
  for (let index = 0; index < count; index++)
    sites.push(
      await startMortalSite(shared, {
        database: bouncer.through(database.url),
        signals: database.url,
        files: process.env.AWS_ENDPOINT_URL_S3 ?? '',
        ledger: economyUrl,
      }),
    )
  const balancer = await startHaproxy(
    port,
    sites.map((site) => Number(new URL(site.baseUrl).port)),
  )
  return {
    baseUrl,
    economyUrl,
    dataDirectory,
    databaseUrl: database.url,
    sites,
    environment,
    async stop() {
      await balancer.stop()
      await Promise.all(sites.map((site) => site.stop()))
      for (const { proxies } of sites) for (const proxy of Object.values(proxies)) await proxy.close()
      await stopEconomy()
      await bouncer.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The variables of the AWS SDK. */
const credentials = () =>
  Object.fromEntries(
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_ENDPOINT_URL_S3'].map((name) => [
      name,
      process.env[name] ?? '',
    ]),
  )

async function startMortalSite(
  shared: Record<string, string>,
  addresses: Readonly<Record<Service, string>>,
): Promise<MortalSite> {
  const proxies = {
    database: await startTcpProxy(addresses.database),
    signals: await startTcpProxy(addresses.signals),
    files: await startTcpProxy(addresses.files),
    ledger: await startTcpProxy(addresses.ledger),
  }
  const site = await startSite('site', {
    ...shared,
    DATABASE_URL: through(proxies.database, addresses.database),
    DATABASE_LISTEN_URL: through(proxies.signals, addresses.signals),
    AWS_ENDPOINT_URL_S3: proxies.files.baseUrl,
    ECONOMY_URL: proxies.ledger.baseUrl,
  })
  return Object.assign(site, { proxies })
}

/** Returns the address of a service through a proxy. */
function through({ port }: TcpProxy, address: string): string {
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}

/** Starts the economy service alone, so that it survives the deaths of sites. Returns a function that stops it. */
async function startEconomy(environment: Record<string, string>): Promise<() => Promise<unknown>> {
  const { child, output } = run(['cli/src/main.mjs', 'economy'], environment)
  await until(child, output, 60_000, (text) => text.includes('listening on'))
  const exited = exitOf(child)
  return () => {
    child.kill('SIGTERM')
    return exited
  }
}
