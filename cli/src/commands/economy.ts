import { dirname, join } from 'node:path'
import { EconomyFault, type EconomyOptions, runEconomy } from '@baseplate/economy/main'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { microPerUnit } from '@baseplate/platform/foundation/money'
import { prepareDataDirectory } from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { hour } from '@baseplate/service/clock'
import type { ConsoleLog } from '@baseplate/service/console-log'
import type { Running } from '@baseplate/service/serve'

/** Path in the data directory: this machine's copy of a ledger in PostgreSQL (`LEDGER_URL`). */
export const ledgerCopyName = join('economy', 'copy', 'ledger')

const stipendOf = ({ Stipend }: Config): EconomyOptions['stipend'] => ({
  amount: BigInt(Math.round(Stipend.Amount * microPerUnit)),
  intervalMs: Math.max(1, Math.round(Stipend.Interval * hour)),
})

/** Runs the economy service as the configuration says. @throws CannotStart */
export async function runEconomyService(
  config: Config,
  { log, inform, droppedLines }: Pick<ConsoleLog, 'log' | 'inform' | 'droppedLines'>,
): Promise<Running> {
  const { host, port, key, replay, ledgerUrl, ledgerAlone = false, selfUrl } = config.economy
  await prepareDataDirectory(config)
  if (key === undefined) {
    log.warn(
      'the economy service has no key: every program that reaches it may mint (`baseplate keys` makes one)',
    )
  }
  try {
    return await runEconomy({
      ledgerFile: join(config.dataDirectory, 'economy', 'ledger'),
      copyFile: join(config.dataDirectory, ledgerCopyName),
      ...(ledgerUrl && {
        replication: {
          url: ledgerUrl,
          mayBeAlone: ledgerAlone,
          directory: join(config.dataDirectory, dirname(ledgerCopyName)),
          address: selfUrl,
        },
      }),
      host,
      port,
      key,
      stipend: stipendOf(config),
      fromSnapshot: replay !== 'full',
      log: inform,
      droppedLogLines: droppedLines,
    })
  } catch (error) {
    if (error instanceof EconomyFault) throw new CannotStart(error.message)
    throw error
  }
}
