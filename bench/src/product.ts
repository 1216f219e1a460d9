import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '@baseplate/platform/foundation/config/load'
import { openPlatform, type Platform } from '@baseplate/platform/platform'
import { freePort } from '@baseplate/platform/testing/free-port'
import { createLog } from '@baseplate/service/log'
import { type ServerProcess, startServer } from './server-process.ts'

export interface Product {
  baseUrl: string
  dataDirectory: string
  /** The environment that it was started with. */
  environment: Record<string, string>
  /** The process of the site, which supervises the others. */
  site: ServerProcess
  /** Process ids of the other services. */
  services(): Promise<number[]>
  stop(): Promise<void>
}

/**
 * Starts the product as `npm start` does, on a data directory that `seed` has filled.
 *
 * @param more additional environment variables
 */
export async function startProduct(
  seed: (platform: Platform) => Promise<void> = async () => {},
  more: Record<string, string> = {},
): Promise<Product> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  const environment = {
    BASEPLATE_DATA: dataDirectory,
    PORT: String(await freePort()),
    ECONOMY_PORT: String(await freePort()),
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
    dataDirectory,
    environment,
    site,
    async services() {
      const children = await readFile(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8')
      return children.trim().split(' ').filter(Boolean).map(Number)
    },
    async stop() {
      await site.stop().finally(() => rm(dataDirectory, { recursive: true, force: true }))
    },
  }
}
