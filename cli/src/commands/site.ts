import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { ConsoleLog } from '@baseplate/service/console-log'
import type { Running } from '@baseplate/service/serve'

/** @throws CannotStart when `WORKERS` processes cannot share the database */
export function requireSharedDatabase({ workers, databaseUrl }: Config): void {
  if (workers > 1 && databaseUrl === undefined)
    throw new CannotStart(`WORKERS=${workers} needs PostgreSQL: set DATABASE_URL, or remove WORKERS.`)
}

/**
 * Runs the site in this process, or in `WORKERS` processes of its own.
 *
 * @param stopping cancels the start
 * @throws CannotStart
 */
export async function runSite(config: Config, console: ConsoleLog, stopping: AbortSignal): Promise<Running> {
  requireSharedDatabase(config)
  // The parent of the workers has no use for the code of the site.
  if (config.workers > 1)
    return (await import('../workers/workers.ts')).startWorkers(config, console, stopping)
  return (await import('../serve-site.ts')).serveSite(config, console)
}
