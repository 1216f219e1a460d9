import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseConfig } from '@baseplate/platform/config/load'
import { openPlatform, type Platform } from '@baseplate/platform/platform'
import { freePort } from '@baseplate/platform/testing/free-port'
import { createLog } from '@baseplate/service/log'
import { type ServerProcess, startServer } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A running product. It ends with the block that holds it. */
export interface Product extends AsyncDisposable {
  baseUrl: string
  dataDirectory: string
  /** The environment that it was started with. */
  environment: Record<string, string>
  /** The process of the site, which supervises the others. */
  site: ServerProcess
  /** Process ids of the other services. */
  services(): Promise<number[]>
}

/** Configuration of the products that are measured. */
const BASEPLATE_CONFIG = resolve(import.meta.dirname, 'measured.config.ts')

/** Environment of a product with the configuration of a new platform. */
export const defaultConfiguration = {
  BASEPLATE_CONFIG: resolve(import.meta.dirname, '../../baseplate.config.ts'),
}

/**
 * Starts the product as `npm start` does, on a data directory that `seed` has filled.
 *
 * @param more additional environment variables
 */
export async function startProduct(
  seed: (platform: Platform) => Promise<unknown> = async () => {},
  more: Record<string, string> = {},
): Promise<Product> {
  const data = await temporaryFolder()
  const environment = {
    BASEPLATE_DATA: data.path,
    PORT: String(await freePort()),
    ECONOMY_PORT: String(await freePort()),
    BASEPLATE_CONFIG,
    ...more,
  }
  // No rendering while the database is still being filled.
  const seeding = parseConfig({ Renderer: { Workers: 0 } }, environment, '/')
  const platform = await openPlatform(seeding, createLog('silent'))
  await seed(platform)
  await platform.close()
  const site = await startServer(['cli/src/main.mjs', 'start'], environment, / is at http/)
  return {
    baseUrl: `http://127.0.0.1:${environment.PORT}`,
    dataDirectory: data.path,
    environment,
    site,
    async services() {
      const children = await readFile(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8')
      return children.trim().split(' ').filter(Boolean).map(Number)
    },
    async [Symbol.asyncDispose]() {
      await using _data = data
      await site[Symbol.asyncDispose]()
    },
  }
}

/** Starts another site on the database, data directory and economy service of a product. */
export async function startSite({ environment }: Product): Promise<{ baseUrl: string; site: ServerProcess }> {
  const { ECONOMY_PORT, ...shared } = environment
  const PORT = String(await freePort())
  const own = { ...shared, ECONOMY_URL: `http://127.0.0.1:${ECONOMY_PORT}`, PORT }
  const site = await startServer(['cli/src/main.mjs', 'site'], own, /the site listens/)
  return { baseUrl: `http://127.0.0.1:${PORT}`, site }
}
