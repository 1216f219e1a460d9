import { type ChildProcess, spawn } from 'node:child_process'
import type { Order } from '../driver.ts'
import type { Isolation } from '../isolation/open.ts'
import type { Processes } from './processes.ts'

/** Variables that servers inherit. All others, including secrets, are withheld. */
const inheritedVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'USER', 'LOGNAME']

interface LaunchOptions {
  work: string
  /** The folder of the files with its secrets. */
  access: string
  isolation: Isolation
  environment: Readonly<Record<string, string>>
  /** File descriptor, or a pipe to this process. */
  output: number | 'pipe'
}

/** Starts a server's first process. Without a `pid` it has failed: see `failureOf`. */
export function launch(
  { argv, run }: Pick<Order, 'argv' | 'run'>,
  { work, access, isolation, environment, output }: LaunchOptions,
): ChildProcess {
  const [program = '', ...args] = isolation.wrap(run, { argv, work, access })
  const names = inheritedVariables.filter((name) => name !== 'TMPDIR' || !isolation.hasOwnTmp)
  const passedOn = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  return spawn(program, args, {
    cwd: work,
    env: { ...passedOn, HOME: work, ...environment },
    // Begins a session, which identifies its processes and keeps away a Ctrl-C at the orchestrator's terminal.
    detached: true,
    ...isolation.spawnAs,
    stdio: ['ignore', output, output],
  })
}

/** Returns the identity of a child that was started in this tick. A child that cannot be identified is killed. */
export function identify(processes: Processes, pid: number): string {
  try {
    return processes.find(pid)?.identity ?? ''
  } catch (error) {
    process.kill(-pid, 'SIGKILL')
    throw error
  }
}

/** Resolves with the reason why a process could not be started. Called in the tick of its start. */
export function failureOf(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve))
}
