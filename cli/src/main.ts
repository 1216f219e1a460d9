import { resolve } from 'node:path'
import { loadConfig } from '@baseplate/platform/foundation/config/load'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { consoleLog } from './console-log.ts'
import { serve } from './serve.ts'

const usage = `baseplate <command>

  start        the economy service and the site, together
  site         the site alone: pages and client endpoints
  economy      the economy service alone
  public-key   prints the key that game clients verify scripts with
`

/** The folder of the operator's configuration file. */
const root = resolve(import.meta.dirname, '../..')

/** Each command is imported when it is asked for: the economy process has no use for the site's code. */
const commands: Record<string, () => Promise<void>> = {
  async start() {
    const { runStart } = await import('./commands/start.ts')
    const config = await loadConfig(root, process.env)
    await serve(() => runStart(config, consoleLog()))
  },
  async site() {
    const { runSite } = await import('./commands/site.ts')
    const config = await loadConfig(root, process.env)
    await serve(() => runSite(config, consoleLog()))
  },
  async economy() {
    const { runEconomyService } = await import('./commands/economy.ts')
    const config = await loadConfig(root, process.env)
    await serve(() => runEconomyService(config, consoleLog()))
  },
  async 'public-key'() {
    const { printPublicKey } = await import('./commands/public-key.ts')
    await printPublicKey(await loadConfig(root, process.env))
  },
  async help() {
    process.stdout.write(usage)
  },
}

const [name = 'help'] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined

if (!command) {
  process.stderr.write(`There is no command ${JSON.stringify(name)}.\n\n${usage}`)
  process.exit(1)
}

try {
  await command()
} catch (error) {
  // What the operator can mend is one sentence; everything else is a fault of ours, with its trace.
  const message =
    error instanceof CannotStart ? error.message : error instanceof Error ? error.stack : String(error)
  if (process.send) process.send({ cannotStart: message })
  else process.stderr.write(`${message}\n`)
  process.exitCode = 1
  process.disconnect?.()
}
