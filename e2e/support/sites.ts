import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPgBouncer } from '@baseplate/platform/testing/pgbouncer'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startHaproxy } from './haproxy.ts'
import { exitOf, run, until } from './processes.ts'

const startTimeoutMs = 60_000

export interface Site {
  /** Its own address, past the load balancer. */
  baseUrl: string
  readonly pid: number
  output(): string
  stop(): Promise<number | null>
  /** Kills it as a power cut does. */
  kill(): Promise<void>
  /** Starts it again after it has ended. */
  start(): Promise<void>
}

/** A product of several sites: see `Product`. */
export interface Sites {
  /** Address of the load balancer. */
  baseUrl: string
  economyUrl: string
  dataDirectory: string
  output(): string
  stop(): Promise<number | null>
  kill(): Promise<void>
  /** Process id of the first site. */
  pid: number
  sites: readonly [Site, ...Site[]]
  /** The database itself, past PgBouncer. */
  databaseUrl: string
}

/**
 * Starts several sites on one PostgreSQL behind PgBouncer, on one data directory, and a load balancer in front of them. The first
 * one also runs the economy service, and the orchestrator if it is configured.
 *
 * @param environment additional variables; `DATABASE_URL` continues with an existing database, `BASEPLATE_DATA` with a directory
 */
export async function startSites(count: number, environment: Record<string, string>): Promise<Sites> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-sites-'))
  const dataDirectory = environment.BASEPLATE_DATA ?? join(folder, 'data')
  const database = environment.DATABASE_URL === undefined ? await createPostgresDatabase() : undefined
  const databaseUrl = database?.url ?? environment.DATABASE_URL ?? ''
  const bouncer = await startPgBouncer(databaseUrl)
  const [port, economyPort] = [await freePort(), await freePort()]
  const economyUrl = `http://127.0.0.1:${economyPort}`
  const baseUrl = environment.BASE_URL ?? `http://localhost:${port}`
  const shared = {
    BASEPLATE_DATA: dataDirectory,
    BASE_URL: baseUrl,
    ...environment,
    DATABASE_URL: bouncer.through(databaseUrl),
    DATABASE_LISTEN_URL: databaseUrl,
    BASEPLATE_CONFIG: await trustLoadBalancer(folder, environment.BASEPLATE_CONFIG ?? ''),
  }
  const first = await startSite('start', { ...shared, ECONOMY_PORT: String(economyPort) })
  const others: Site[] = []
  for (let index = 1; index < count; index++)
    others.push(await startSite('site', { ECONOMY_URL: economyUrl, ...shared }))
  const sites: Sites['sites'] = [first, ...others]
  const balancer = await startHaproxy(
    port,
    sites.map((site) => Number(new URL(site.baseUrl).port)),
  )
  const closeAround = async () => {
    await balancer.stop()
    await bouncer.stop()
  }
  return {
    baseUrl,
    economyUrl,
    dataDirectory,
    databaseUrl,
    sites,
    pid: first.pid,
    output: () => sites.map((site) => site.output()).join(''),
    async stop() {
      // The first one last, because the others use its economy service.
      const codes = await Promise.all(others.map((site) => site.stop()))
      codes.push(await first.stop())
      await closeAround()
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
      return codes.find((code) => code !== 0) ?? 0
    },
    async kill() {
      await Promise.all(sites.map((site) => site.kill()))
      await closeAround()
    },
  }
}

/** Writes a configuration that adds the load balancer to another one. Returns its path. */
async function trustLoadBalancer(folder: string, configFile: string): Promise<string> {
  const file = join(folder, 'config.ts')
  await writeFile(
    file,
    `import configured from ${JSON.stringify(configFile)}
export default { ...configured, TrustedProxies: ['127.0.0.1', ...(configured.TrustedProxies ?? [])] }
`,
  )
  return file
}

/** Starts a site with a `baseplate` command on a port of its own. */
async function startSite(command: 'start' | 'site', environment: Record<string, string>): Promise<Site> {
  const port = await freePort()
  const launch = async () => {
    const { child, output } = run(['cli/src/main.mjs', command], { ...environment, PORT: String(port) })
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
    async start() {
      running = await launch()
    },
  }
}
