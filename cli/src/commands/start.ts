import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/foundation/data-directory'
import type { Logger } from '@baseplate/platform/foundation/log'
import { startChild } from '../child.ts'
import type { Running } from '../running.ts'
import { runSite } from './site.ts'

/** The economy service promises to end within ten seconds. */
const economyGraceMs = 12_000

/** Beyond the grace of game servers: for those that have to be ended, and for the orchestrator itself. */
const orchestratorGraceMs = 10_000

/**
 * The whole product on one machine: the economy service and the orchestrator in processes of their own, the site in this
 * one.
 *
 * @throws CannotStart, with everything that had started stopped again.
 */
export async function runStart(config: Config, log: Logger): Promise<Running> {
  // Before the child, which would say the same: one sentence is enough.
  await prepareDataDirectory(config.dataDirectory)
  const started: Running[] = []
  const closeAll = async () => {
    // The site first: its last requests still need the others.
    await started.pop()?.close()
    await Promise.all(started.map((part) => part.close()))
  }
  try {
    if (!config.economy.elsewhere) started.push(await startChild('economy', economyGraceMs, log))
    const { Command, GraceSeconds } = config.Orchestrator
    if (Command) {
      const graceMs = GraceSeconds * 1_000 + orchestratorGraceMs
      started.push(await startChild('orchestrator', graceMs, log))
    }
    started.push(await runSite(config, log))
  } catch (error) {
    await closeAll()
    throw error
  }
  process.stdout.write(`\n  ${config.Name} is at ${config.baseUrl}\n\n`)
  return { close: closeAll }
}
