import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '@baseplate/platform/config/load'
import { makeKeys } from '@baseplate/platform/installation/keys'
import { startPgBouncer } from '@baseplate/platform/testing/pgbouncer'
import { createMigratedDatabase } from '@baseplate/platform/testing/platforms'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { watch } from './contract/watched.ts'
import { startHaproxy } from './haproxy.ts'
import { filesUrlOf, s3Environment } from './object-store.ts'
import type { Product } from './processes.ts'
import { exitOf, run, until } from './processes.ts'

const startTimeoutMs = 180_000

export interface Site {
  /** Its own address, past the load balancer. */
  baseUrl: string
  readonly pid: number
  output(): string
  stop(): Promise<number | null>
  /** Kills it as a power cut does. */
  kill(): Promise<void>
  /** Starts it again after it has ended. @param more variables of this start */
  start(more?: Record<string, string>): Promise<void>
  /** Pauses its process, as a machine that swaps or migrates does, until `thaw`. */
  freeze(): void
  thaw(): void
}

/** A product of several sites. `baseUrl` is the load balancer, and `pid` and `dataDirectory` belong to the first site. */
export interface Sites extends Product {
  sites: readonly [Site, ...Site[]]
  databaseUrl: string
}

/**
 * Starts several sites on one PostgreSQL behind PgBouncer and one object storage, and a load balancer in front of them. Each has a
 * data directory of its own with the same keys, as on several machines. The first one also runs the economy service, and the
 * orchestrator if it is configured.
 *
 * @param environment additional variables; `DATABASE_URL` continues with an existing database, `BASEPLATE_DATA` with a directory
 */
export async function startSites(count: number, environment: Record<string, string>): Promise<Sites> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-sites-'))
  const dataDirectory = environment.BASEPLATE_DATA ?? join(folder, 'data')
  const database = environment.DATABASE_URL === undefined ? await createMigratedDatabase() : undefined
  const databaseUrl = database?.url ?? environment.DATABASE_URL ?? ''
  const filesUrl = environment.FILES_URL ?? filesUrlOf(new URL(databaseUrl).pathname.slice(1))
  const bouncer = await startPgBouncer(databaseUrl)
  const [port, economyPort] = [await freePort(), await freePort()]
  const economyUrl = `http://127.0.0.1:${economyPort}`
  const baseUrl = environment.BASE_URL ?? `http://localhost:${port}`
  const shared = {
    BASE_URL: baseUrl,
    ...(filesUrl && { FILES_URL: filesUrl, ...s3Environment }),
    ...environment,
    BASEPLATE_DATA: dataDirectory,
    DATABASE_URL: bouncer.through(databaseUrl),
    DATABASE_LISTEN_URL: environment.DATABASE_LISTEN_URL ?? databaseUrl,
    BASEPLATE_CONFIG: await trustLoadBalancer(folder, environment.BASEPLATE_CONFIG ?? ''),
  }
  await makeKeys(parseConfig({}, { BASEPLATE_DATA: dataDirectory }, dataDirectory))
  const elsewhere = { ECONOMY_URL: economyUrl, ...shared }
  const [first, ...others] = await Promise.all([
    startSite('start', { ...shared, ECONOMY_PORT: String(economyPort) }),
    ...Array.from({ length: count - 1 }, (_, index) => startOther(elsewhere, join(folder, `data${index}`))),
  ])
  const sites: Sites['sites'] = [first, ...others]
  watch(baseUrl, ...sites.map((site) => site.baseUrl))
  const balancer = await startHaproxy(
    port,
    sites.map((site) => Number(new URL(site.baseUrl).port)),
  )
  return {
    baseUrl,
    economyUrl,
    dataDirectory,
    databaseUrl,
    filesUrl,
    environment: elsewhere,
    siteUrls: [first.baseUrl, ...others.map((site) => site.baseUrl)],
    sites,
    pid: first.pid,
    output: () => sites.map((site) => site.output()).join(''),
    async stop() {
      // Sites wait for the connections of their load balancer.
      await balancer.stop()
      // Stops the first one last, because the others use its economy service.
      const codes = await Promise.all(others.map((site) => site.stop()))
      codes.push(await first.stop())
      await bouncer.stop()
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
      return codes.find((code) => code !== 0) ?? 0
    },
    async kill() {
      await Promise.all(sites.map((site) => site.kill()))
      await balancer.stop()
      await bouncer.stop()
    },
  }
}

/** Starts a site that shares no data directory with the others, unless there is no object storage. */
async function startOther(environment: Record<string, string>, folder: string): Promise<Site> {
  const { BASEPLATE_DATA: first = '', FILES_URL } = environment
  if (FILES_URL === undefined) return startSite('site', environment)
  await cp(join(first, 'keys'), join(folder, 'keys'), { recursive: true })
  return startSite('site', { ...environment, BASEPLATE_DATA: folder })
}

/**
 * Writes a configuration that adds the load balancer to another one. Returns its path. All users of a test have one address, and sites
 * behind a proxy exempt none from the limit of new accounts.
 */
async function trustLoadBalancer(folder: string, configFile: string): Promise<string> {
  const file = join(folder, 'config.ts')
  await writeFile(
    file,
    `import configured from ${JSON.stringify(configFile)}
export default {
  ...configured,
  TrustedProxies: ['127.0.0.1', ...(configured.TrustedProxies ?? [])],
  Registration: { PerAddress: 1_000, ...configured.Registration },
}
`,
  )
  return file
}

/** Starts a site with a `baseplate` command on a port of its own. */
export async function startSite(
  command: 'start' | 'site',
  environment: Record<string, string>,
): Promise<Site> {
  const port = await freePort()
  const launch = async (more: Record<string, string> = {}) => {
    const variables = { ...environment, ...more, PORT: String(port) }
    const { child, output } = run(['cli/src/main.mjs', command], variables)
    await until(child, output, startTimeoutMs, (text) => text.includes('the site listens'))
    return { child, output, exited: exitOf(child) }
  }
  let running = await launch()
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    get pid() {
      return running.child.pid ?? 0
    },
    output: () => running.output(),
    async stop() {
      running.child.kill('SIGTERM')
      return running.exited
    },
    async kill() {
      running.child.kill('SIGKILL')
      await running.exited
    },
    async start(more) {
      running = await launch(more)
    },
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
  }
}
