import { join } from 'node:path'
import { EconomyFault, runEconomy } from '@baseplate/economy/main'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/foundation/data-directory'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import type { ConsoleLog } from '../console-log.ts'
import type { Running } from '../running.ts'

/**
 * The ledger, on the address that only the site can reach.
 *
 * @throws CannotStart
 */
export async function runEconomyService(config: Config, console: ConsoleLog): Promise<Running> {
  const { host, port, key } = config.economy
  await prepareDataDirectory(config.dataDirectory)
  try {
    return await runEconomy({
      ledgerFile: join(config.dataDirectory, 'economy', 'ledger'),
      host,
      port,
      key,
      log: console.inform,
    })
  } catch (error) {
    if (error instanceof EconomyFault) throw new CannotStart(error.message)
    throw error
  }
}
