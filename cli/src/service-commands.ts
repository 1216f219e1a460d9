import { isatty } from 'node:tty'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { makeKeys, withKeys } from '@baseplate/platform/installation/door'
import { type ConsoleLog, consoleLog } from '@baseplate/service/console-log'
import { type Running, serve } from '@baseplate/service/serve'
import type { Command } from 'commander'
import { explain } from './explain.ts'

/** Adds the commands that run until they are told to stop. Each one's code is imported when it runs. */
export function addServices(program: Command, load: () => Promise<Config>): void {
  program
    .command('start')
    .description('run the site and the economy service, and the orchestrator when it is configured')
    .action(async () => {
      const { runStart } = await import('./commands/start.ts')
      await service(load, runStart)
    })
  program
    .command('site')
    .description('run the site alone: pages and client endpoints')
    .action(async () => {
      const { runSite } = await import('./commands/site.ts')
      await service(load, runSite)
    })
  program
    .command('worker', { hidden: true })
    .description('run one of WORKERS processes of the site, for `start` and `site`')
    .argument('<number>')
    .action(async (number: string) => {
      const { serveSite } = await import('./serve-site.ts')
      // A terminal sends SIGHUP to all of its processes. The parent decides what follows.
      process.on('SIGHUP', () => undefined)
      const worker = Number(number)
      await service(load, (config, console) => serveSite(config, console, worker), { about: { worker } })
    })
  program
    .command('economy')
    .description('run the economy service alone')
    .action(async () => {
      const { runEconomyService } = await import('./commands/economy.ts')
      await service(load, runEconomyService, { addKeys: withKeys })
    })
  program
    .command('orchestrator')
    .description('run the orchestrator of dedicated game servers alone')
    .action(async () => {
      const { runOrchestratorService } = await import('./commands/orchestrator.ts')
      await service(load, runOrchestratorService, { addKeys: withKeys })
    })
}

/**
 * Keeps SIGHUP from ending a service. Operators send it to reload, which only a site with workers can do. A terminal that is closed sends
 * SIGHUP as well, and then everything has to end.
 */
function surviveHangUp({ log }: ConsoleLog): void {
  if (isatty(0) || isatty(1)) return
  process.on('SIGHUP', () => {
    const canReload = process.listenerCount('SIGHUP') > 1
    if (!canReload)
      log.warn('SIGHUP replaces WORKERS, and this process has none: restart it to apply changes')
  })
}

interface ServiceOptions {
  addKeys?: (config: Config) => Promise<Config>
  /** Fields of every line of the log. */
  about?: Record<string, unknown>
}

/** Runs a service until it is told to stop. The log opens first, so that blocked output cannot hold up a start that fails. */
async function service(
  load: () => Promise<Config>,
  start: (config: Config, console: ConsoleLog, stopping: AbortSignal) => Promise<Running>,
  { addKeys = makeKeys, about }: ServiceOptions = {},
): Promise<void> {
  const console = await consoleLog(about)
  surviveHangUp(console)
  try {
    const config = await addKeys(await load())
    await serve((stopping) => start(config, console, stopping))
  } catch (error) {
    explain(error)
    process.exitCode = 1
  } finally {
    await console.close()
    if (process.connected) process.disconnect?.()
  }
}
