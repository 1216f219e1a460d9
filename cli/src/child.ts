import { fileURLToPath } from 'node:url'
import type { ConsoleLog } from './console-log.ts'
import { defaultTimes, Supervisor } from './supervisor.ts'

export interface Child {
  /** Of the `baseplate` command that runs it. */
  command: string
  /** It has this long to become ready, and to end. */
  startMs: number
  graceMs: number
  /** Where it answers `/health`, and the key that its API requires. */
  port: number
  key: string | undefined
  /** How it is asked to end when it does not answer: SIGTERM unless this says otherwise. */
  wedgedSignal?: NodeJS.Signals
}

/**
 * Starts a command of ours as a supervised process of its own. It ends with this process, however this one ends: it sees
 * the channel between them close.
 *
 * @throws CannotStart with the child's own words
 */
export async function startChild(child: Child, { log, relay }: ConsoleLog): Promise<Supervisor> {
  const { command, startMs, graceMs, wedgedSignal } = child
  const supervisor = new Supervisor({
    name: command,
    argv: [fileURLToPath(import.meta.resolve('./main.ts')), command],
    times: { ...defaultTimes, startMs, graceMs },
    checkHealth: (signal) => askHealth(child, signal),
    ...(wedgedSignal && { wedgedSignal }),
    ...{ log, relay },
  })
  await supervisor.start()
  return supervisor
}

async function askHealth({ port, key }: Child, signal: AbortSignal): Promise<void> {
  const headers = new Headers(key === undefined ? {} : { Authorization: `Bearer ${key}` })
  const response = await fetch(`http://127.0.0.1:${port}/health`, { headers, signal })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`/health answers ${response.status}`)
}
