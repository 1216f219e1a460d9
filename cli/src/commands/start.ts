import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/foundation/data-directory'
import type { Logger } from '@baseplate/platform/foundation/log'
import { startChild } from '../child.ts'
import type { Running } from '../running.ts'
import { runSite } from './site.ts'

/**
 * The whole product on one machine: the economy service in a process of its own, the site in this one.
 *
 * @throws CannotStart, with everything that had started stopped again.
 */
export async function runStart(config: Config, log: Logger): Promise<Running> {
  // Before the child, which would say the same: one sentence is enough.
  await prepareDataDirectory(config.dataDirectory)
  const economy = config.economy.elsewhere ? undefined : await startChild('economy', log)
  try {
    const site = await runSite(config, log)
    process.stdout.write(`\n  ${config.Name} is at ${config.baseUrl}\n\n`)
    return {
      async close() {
        await site.close()
        await economy?.close()
      },
    }
  } catch (error) {
    await economy?.close()
    throw error
  }
}
