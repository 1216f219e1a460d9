import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/foundation/data-directory'
import { type Child, startChild } from '../child.ts'
import type { ConsoleLog } from '../console-log.ts'
import { privatePortOf } from '../private-port.ts'
import type { Running } from '../running.ts'
import type { Supervisor } from '../supervisor.ts'
import { runSite } from './site.ts'

/** The economy service promises to end within ten seconds. */
const economyGraceMs = 12_000

/** It reads the whole ledger first. */
const economyStartMs = 600_000

/** It may have to wait until another one lets go of its folder. */
const orchestratorStartMs = 30_000

/** Beyond the grace of game servers: for those that have to be ended, and for the orchestrator itself. */
const orchestratorGraceMs = 10_000

/**
 * The whole product on one machine: the economy service and the orchestrator in processes of their own, the site in this
 * one.
 *
 * @throws CannotStart, with everything that had started stopped again.
 */
export async function runStart(config: Config, console: ConsoleLog): Promise<Running> {
  // Before the child, which would say the same: one sentence is enough.
  await prepareDataDirectory(config.dataDirectory)
  const children: Supervisor[] = []
  let site: Running | undefined
  const closeAll = async () => {
    // A service manager tells children, too: they may be gone before the site is.
    for (const child of children) child.shutDown()
    // The site first: its last requests still need the others.
    await site?.close()
    await Promise.all(children.map((child) => child.close()))
  }
  try {
    if (!config.economy.elsewhere) children.push(await startChild(economyChild(config), console))
    if (config.Orchestrator.Command) children.push(await startChild(orchestratorChild(config), console))
    site = await runSite(config, console)
  } catch (error) {
    await closeAll()
    throw error
  }
  process.stdout.write(`\n  ${config.Name} is at ${config.baseUrl}\n\n`)
  return { close: closeAll }
}

const economyChild = ({ economy: { port, key } }: Config): Child => ({
  ...{ command: 'economy', port, key },
  startMs: economyStartMs,
  graceMs: economyGraceMs,
})

function orchestratorChild({ Orchestrator: { GraceSeconds, PrivateURL }, orchestrator }: Config): Child {
  const graceMs = GraceSeconds * 1_000 + orchestratorGraceMs
  return {
    ...{ command: 'orchestrator', port: privatePortOf(PrivateURL), key: orchestrator.key },
    // It ends what an earlier one left before it is ready.
    startMs: orchestratorStartMs + graceMs,
    graceMs,
    // Told by SIGTERM, it would end all game servers. Killed, it leaves them to its successor.
    wedgedSignal: 'SIGKILL',
  }
}
