import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { ConsoleLog } from '@baseplate/service/console-log'
import type { Running } from '@baseplate/service/serve'
import { serveSite } from '../serve-site.ts'

/** Runs one of `WORKERS` processes that serve the site on one port. @throws CannotStart */
export async function runWorker(config: Config, console: ConsoleLog, number: number): Promise<Running> {
  // A terminal sends SIGHUP to all of its processes. The parent decides what follows.
  process.on('SIGHUP', () => undefined)
  return serveSite(config, console, number)
}
