import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { watch } from './contract/watched.ts'
import { exitOf, isCluster, type Product, run, until } from './processes.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** Disables renders of players and items, which take more than half of a short test's processor time. */
const noRendering = resolve(import.meta.dirname, 'no-rendering.config.ts')

/** Environment of a product that renders players and items: that of the configuration in the checkout. */
export const rendering = { BASEPLATE_CONFIG: resolve(root, 'baseplate.config.ts') }

/** Environment of an installed product, in which staff need a second factor. */
export const installed = { BASEPLATE_CONFIG: resolve(import.meta.dirname, 'installed.config.ts') }

const startCommand = ['cli/src/main.mjs', 'start']

/** The whole product starts within a second, but takes longer on a machine that is busy with other tests. */
const startTimeoutMs = 180_000

/**
 * Starts the product as `npm start` does, on free ports and an empty data directory. It renders nothing unless
 * `environment` names another configuration, as `rendering` does. In `npm run test:cluster`, it has two sites behind a load balancer.
 *
 * @param environment additional variables; `BASEPLATE_DATA` continues with an existing directory
 * @param program another program that starts the product, and the time allowed for that
 */
export async function startProduct(
  environment: Record<string, string> = {},
  { program = startCommand, timeoutMs = startTimeoutMs } = {},
): Promise<Product> {
  if (isCluster && program === startCommand) {
    // Loaded here, because it needs Vitest, which browser tests do not have.
    const { startSites } = await import('./sites.ts')
    return startSites(2, { BASEPLATE_CONFIG: noRendering, ...environment })
  }
  const dataDirectory = environment.BASEPLATE_DATA ?? (await mkdtemp(join(tmpdir(), 'baseplate-e2e-')))
  const port = await freePort()
  const economyPort = await freePort()
  const { child, output } = run(program, {
    PORT: String(port),
    ECONOMY_PORT: String(economyPort),
    BASEPLATE_DATA: dataDirectory,
    BASEPLATE_CONFIG: noRendering,
    ...environment,
  })
  const baseUrl = environment.BASE_URL ?? `http://localhost:${port}`
  const economyUrl = `http://127.0.0.1:${economyPort}`
  await until(child, output, timeoutMs, (text) => text.includes(` is at ${baseUrl}\n`))
  watch(baseUrl)
  const exited = exitOf(child)
  return {
    baseUrl,
    economyUrl,
    dataDirectory,
    databaseUrl: environment.DATABASE_URL,
    filesUrl: environment.FILES_URL,
    siteUrls: [baseUrl],
    environment: { ECONOMY_URL: economyUrl, ...environment, BASEPLATE_DATA: dataDirectory },
    output,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      const code = await exited
      if (!environment.BASEPLATE_DATA) await rm(dataDirectory, { recursive: true, force: true })
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Starts a program and kills it as a power cut does, once it has printed a text. */
export async function cutOff(
  program: readonly string[],
  environment: Record<string, string>,
  said: string,
): Promise<void> {
  const { child, output } = run(program, environment)
  const exited = exitOf(child)
  await until(child, output, startTimeoutMs, (text) => text.includes(said))
  child.kill('SIGKILL')
  await exited
}

/** Runs a command of the product to its end. */
export async function runToEnd(
  command: string,
  environment: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(['cli/src/main.mjs', command, ...args], environment)
  return { code: await exitOf(child), output: output() }
}

/** Returns the secret that the first account of a public platform needs, as the operator gets it. */
export async function setupSecret({ environment }: Pick<Product, 'environment'>): Promise<string> {
  const { output } = await runToEnd('setup-link', environment)
  return new URL(output.trim()).searchParams.get('setup') ?? ''
}

/** Starts another product on the database of the first. It has a data directory of its own with the keys that sites share. */
export async function startBeside(first: Product, environment: Record<string, string>): Promise<Product> {
  const folder = await temporaryFolder()
  await cp(join(first.dataDirectory, 'keys'), join(folder, 'keys'), { recursive: true })
  return startProduct({ ...environment, BASEPLATE_DATA: folder })
}
