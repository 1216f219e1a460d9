import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/installation/door'
import type { ConsoleLog } from '@baseplate/service/console-log'
import type { Running } from '@baseplate/service/serve'
import { type Child, superviseChild } from '../child.ts'
import { privatePortOf } from '../private-port.ts'
import type { Supervisor } from '../supervisor.ts'
import { requireSharedDatabase, runSite } from './site.ts'

/** The economy service promises to end within ten seconds. */
const economyGraceMs = 12_000

/** Without a usable snapshot, the economy service reads the whole ledger first. */
const economyStartMs = 600_000

/** The orchestrator may have to wait until another one releases its folder. */
const orchestratorStartMs = 30_000

/** Time beyond the grace of game servers: to kill the remaining ones, and to end the orchestrator itself. */
const orchestratorGraceMs = 10_000

/**
 * Runs the whole product on one machine: the economy service and the orchestrator in processes of their own, the site in this
 * one or in several of its own.
 *
 * @param stopping cancels the start
 * @throws CannotStart after everything that had started was stopped
 */
export async function runStart(config: Config, console: ConsoleLog, stopping: AbortSignal): Promise<Running> {
  requireSharedDatabase(config)
  // Each child would report a problem again, so this runs before they start.
  await prepareDataDirectory(config)
  const children: Supervisor[] = []
  let site: Running | undefined
  const closeAll = async () => {
    // A service manager signals children as well: they may end before the site does.
    for (const child of children) child.shutDown()
    // The site closes first, because its last requests still need the others.
    await site?.close()
    await Promise.all(children.map((child) => child.close()))
  }
  const startChild = async (child: Child) => {
    const supervisor = superviseChild(child, console)
    children.push(supervisor)
    const cancel = () => void supervisor.close()
    stopping.addEventListener('abort', cancel)
    await supervisor.start()
    stopping.throwIfAborted()
    stopping.removeEventListener('abort', cancel)
  }
  try {
    if (!config.economy.elsewhere) await startChild(economyChild(config))
    if (config.Orchestrator.Command) await startChild(orchestratorChild(config))
    site = await runSite(config, console, stopping)
    stopping.throwIfAborted()
  } catch (error) {
    await closeAll()
    throw error
  }
  process.stdout.write(`\n  ${config.Name} is at ${config.baseUrl}\n\n`)
  return { close: closeAll }
}

const economyChild = ({ economy: { port, key } }: Config): Child => ({
  command: 'economy',
  port,
  key,
  startMs: economyStartMs,
  graceMs: economyGraceMs,
})

function orchestratorChild({ Orchestrator: { GraceSeconds, PrivateURL }, orchestrator }: Config): Child {
  const graceMs = GraceSeconds * 1_000 + orchestratorGraceMs
  return {
    command: 'orchestrator',
    port: privatePortOf(PrivateURL),
    key: orchestrator.key,
    // It ends the remaining processes of an earlier one before it is ready.
    startMs: orchestratorStartMs + graceMs,
    graceMs,
    // SIGTERM would end all game servers. After SIGKILL, its successor takes them over.
    wedgedSignal: 'SIGKILL',
    endsLeftovers: true,
  }
}
