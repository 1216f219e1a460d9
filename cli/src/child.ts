import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import type { Logger } from '@baseplate/platform/foundation/log'
import type { Running } from './running.ts'

/** A child that died is started again after this long. */
const restartAfterMs = 1_000

type Message = { ready: true } | { cannotStart: string }

/**
 * Starts a command of ours as a process of its own, and again whenever it dies.
 * It ends with this process, however this one ends: it sees the channel between them close.
 *
 * @param graceMs one that does not end by itself within this time is ended.
 * @throws CannotStart with the child's own words when it does not start.
 */
export async function startChild(command: string, graceMs: number, log: Logger): Promise<Running> {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let child = await launch(command)

  const restartWhenItDies = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ command, code, signal }, 'a service died; it is started again')
      timer = setTimeout(restart, restartAfterMs)
    })
  }
  const restart = async () => {
    try {
      child = await launch(command)
      restartWhenItDies()
    } catch (error) {
      log.error({ command, error: (error as Error).message }, 'a service did not start again')
      if (!stopping) timer = setTimeout(restart, restartAfterMs)
    }
  }
  restartWhenItDies()

  return {
    async close() {
      stopping = true
      clearTimeout(timer)
      await end(child, graceMs)
    },
  }
}

async function launch(command: string): Promise<ChildProcess> {
  const main = fileURLToPath(import.meta.resolve('./main.ts'))
  const child = spawn(process.execPath, [main, command], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new CannotStart(`\`baseplate ${command}\` ended while it started.`)))
    child.once('message', (message) => {
      const said = message as Message
      if ('ready' in said) resolve()
      else reject(new CannotStart(said.cannotStart))
    })
  })
  child.removeAllListeners('exit')
  return child
}

async function end(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(patience)
}
