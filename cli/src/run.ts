import { resolve } from 'node:path'
import { makeKeys, withKeys } from '@baseplate/platform/foundation/config/keys'
import { loadConfig } from '@baseplate/platform/foundation/config/load'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { type ConsoleLog, consoleLog } from './console-log.ts'
import { explain } from './explain.ts'
import type { Running } from './running.ts'
import { serve } from './serve.ts'

const usage = `baseplate <command>

  start        the economy service and the site, together, and the orchestrator when it is configured
  site         the site alone: pages and client endpoints
  economy      the economy service alone
  orchestrator the dedicated game servers of this machine
  backup       copies everything into one archive, while the product runs: backup <file>
  restore      makes an empty data directory what was backed up: restore <file>
  doctor       looks at configuration, machine and services, and says what to do
  verify       checks database, files and ledger, each by itself and against the others
  reconcile    compares the ledger with what was paid for, while the product runs
  ledger       checks, counts or exports the ledger: ledger verify | stats | export
  keys         makes the keys that are missing in the data directory
  public-key   prints the key that game clients verify scripts with
`

/** The folder of the operator's configuration file. */
const root = resolve(import.meta.dirname, '../..')

const load = () => loadConfig(root, process.env)

/** Each command is imported when it is asked for: the economy process has no use for the site's code. */
const commands: Record<string, () => Promise<void>> = {
  async start() {
    const { runStart } = await import('./commands/start.ts')
    await service(runStart)
  },
  async site() {
    const { runSite } = await import('./commands/site.ts')
    await service(runSite)
  },
  async economy() {
    const { runEconomyService } = await import('./commands/economy.ts')
    await service(runEconomyService, withKeys)
  },
  async orchestrator() {
    const { runOrchestratorService } = await import('./commands/orchestrator.ts')
    await service(runOrchestratorService, withKeys)
  },
  async keys() {
    await makeKeys(await load())
  },
  async 'public-key'() {
    const { printPublicKey } = await import('./commands/public-key.ts')
    await printPublicKey(await load())
  },
  async backup() {
    const { runBackup } = await import('./commands/backup.ts')
    await runBackup(process.argv.slice(3), await load())
  },
  async restore() {
    const { runRestore } = await import('./commands/restore.ts')
    await runRestore(process.argv.slice(3), await load())
  },
  async doctor() {
    const { runDoctor } = await import('./commands/doctor.ts')
    await runDoctor(load)
  },
  async verify() {
    const { runVerify } = await import('./commands/verify.ts')
    await runVerify(await load())
  },
  async reconcile() {
    const { runReconcile } = await import('./commands/reconcile.ts')
    await runReconcile(await withKeys(await load()))
  },
  async ledger() {
    const { runLedger } = await import('./ledger.ts')
    const config = await load()
    await runLedger(process.argv.slice(3), config)
  },
  async help() {
    process.stdout.write(usage)
  },
}

/** Runs a service until it is told to stop. Its output is taken over first: a start that fails must not block on it either. */
async function service(
  start: (config: Config, console: ConsoleLog) => Promise<Running>,
  addKeys: (config: Config) => Promise<Config> = makeKeys,
): Promise<void> {
  const console = await consoleLog()
  try {
    const config = await addKeys(await load())
    await serve(() => start(config, console))
  } catch (error) {
    explain(error)
    process.exitCode = 1
  } finally {
    await console.close()
    if (process.connected) process.disconnect?.()
  }
}

/** Runs a command by its name; the exit code says how it went. */
export async function run(name = 'help'): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    process.stderr.write(`There is no command ${JSON.stringify(name)}.\n\n${usage}`)
    process.exitCode = 1
    return
  }
  try {
    await command()
  } catch (error) {
    explain(error)
    process.exitCode = 1
  }
}
