import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { memoryOf, processorSecondsOf } from './processes.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** Interval at which the output of a starting server is read. */
const pollMs = 10

/** A server in a process of its own, which shares nothing with the benchmark. It ends with the block that holds it. */
export interface ServerProcess extends AsyncDisposable {
  pid: number
  /** Seconds from the start of the process until it was ready. */
  startSeconds: number
  /** Returns the processor seconds used so far by all threads. */
  cpuSeconds(): Promise<number>
  residentBytes(): Promise<number>
  /** Returns the highest `residentBytes` since the last call of `forgetPeak`. */
  peakBytes(): Promise<number>
  forgetPeak(): Promise<void>
  /** Kills it as a power cut does. */
  kill(): Promise<void>
}

/** Starts a script on this Node.js, with its output in a file as under a service manager, and waits for `ready` in it. */
export async function startServer(
  args: readonly string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<ServerProcess> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'console')
  const console = await open(file, 'a')
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', console.fd, console.fd],
  })
  const exited = once(child, 'exit')
  await console.close()
  const ending = async () =>
    new Error(`${args.join(' ')} ended:\n${(await readFile(file, 'utf8')).slice(-10_000)}`)
  while (!ready.test(await readFile(file, 'utf8'))) {
    if (hasEnded(child)) throw await ending()
    await sleep(pollMs)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
    await folder[Symbol.asyncDispose]()
  }
  let isKilled = false
  return {
    ...measured(child.pid ?? 0, (performance.now() - started) / 1_000),
    kill: () => {
      isKilled = true
      return end('SIGKILL')
    },
    async [Symbol.asyncDispose]() {
      if (isKilled) return
      // The output of a process that died explains its failed requests.
      if (hasEnded(child)) throw await ending()
      await end('SIGTERM')
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const measured = (pid: number, startSeconds: number) => ({
  pid,
  startSeconds,
  cpuSeconds: () => processorSecondsOf([pid], 'alone'),
  residentBytes: () => memoryOf(pid),
  peakBytes: () => memoryOf(pid, 'VmHWM'),
  // Writing 5 resets the peak to the present (proc(5), clear_refs).
  forgetPeak: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
})

/** Starts a script that listens on `PORT`, and returns its address. */
export async function startPeer(
  environment: Record<string, string>,
): Promise<ServerProcess & { url: string }> {
  const port = String(await freePort())
  const server = await startServer(['bench/src/peer.ts'], { PORT: port, ...environment }, /ready/)
  return { ...server, url: `http://127.0.0.1:${port}` }
}
