import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { memoryOf } from './process-memory.ts'

const root = resolve(import.meta.dirname, '../..')

/** Interval of health checks of a starting service. */
const pollMs = 10

export interface LedgerService {
  url: string
  pid: number
  /** Seconds from the start of the process to the first response. */
  startSeconds: number
  residentBytes(): Promise<number>
  stop(): Promise<void>
}

/** Creates a data directory with a ledger that `write` fills. Returns functions to start the service on it and remove it. */
export async function ledgerDirectory(write: (ledgerFile: string) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  await mkdir(join(directory, 'economy'))
  await write(join(directory, 'economy', 'ledger'))
  return {
    directory,
    start: (environment: Record<string, string> = {}) => startService(directory, environment),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

/** Starts the service as `npm run economy` does, with its output in a file as under a service manager. */
async function startService(directory: string, environment: Record<string, string>): Promise<LedgerService> {
  const port = await freePort()
  const console = await open(join(directory, 'console'), 'a')
  const started = performance.now()
  const child = spawn(process.execPath, ['cli/src/main.mjs', 'economy'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      BASEPLATE_DATA: directory,
      ECONOMY_PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', console.fd, 'inherit'],
  })
  const exited = once(child, 'exit')
  await console.close()
  const url = `http://127.0.0.1:${port}`
  while (!(await isListening(url))) {
    if (child.exitCode !== null) throw new Error(`the economy service ended with ${child.exitCode}`)
    await delay(pollMs)
  }
  return {
    url,
    pid: child.pid ?? 0,
    startSeconds: (performance.now() - started) / 1000,
    residentBytes: () => memoryOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function isListening(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok
  } catch {
    return false
  }
}
