import { fileURLToPath } from 'node:url'
import type { ConsoleLog } from '@baseplate/service/console-log'
import { defaultTimes } from './supervised.ts'
import { Supervisor } from './supervisor.ts'

export interface Child {
  /** The `baseplate` command that the process runs. */
  command: string
  /** Maximum times to become ready and to end. */
  startMs: number
  graceMs: number
  /** Port of `/health`, and the key that the API requires. */
  port: number
  key: string | undefined
  /** The signal that asks an unresponsive process to end; SIGTERM by default. */
  wedgedSignal?: NodeJS.Signals
  /** See `Supervised`. */
  endsLeftovers?: boolean
}

/**
 * Creates the supervisor of a `baseplate` command, which runs as a process of its own. The process ends with this one, even
 * after a crash, because the channel between them closes.
 */
export function superviseChild(child: Child, { log, relay }: ConsoleLog): Supervisor {
  const { command, startMs, graceMs, wedgedSignal, endsLeftovers = false } = child
  return new Supervisor({
    name: command,
    argv: [fileURLToPath(import.meta.resolve('./main.mjs')), command],
    times: { ...defaultTimes, startMs, graceMs },
    checkHealth: (signal) => askHealth(child, signal),
    ...(wedgedSignal && { wedgedSignal }),
    endsLeftovers,
    log,
    relay,
  })
}

async function askHealth({ port, key }: Child, signal: AbortSignal): Promise<void> {
  const headers = new Headers(key === undefined ? {} : { Authorization: `Bearer ${key}` })
  const response = await fetch(`http://127.0.0.1:${port}/health`, { headers, signal })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`/health responds with ${response.status}`)
}
