import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { memoryOf } from './process-memory.ts'

const root = resolve(import.meta.dirname, '../..')

/** Clock ticks per second in /proc. The kernel always reports 100 to programs (proc(5)). */
export const ticksPerSecond = 100

/** A server in a process of its own, which shares nothing with the benchmark. */
export interface ServerProcess {
  pid: number
  /** Returns the processor seconds used so far by all threads. */
  cpuSeconds(): Promise<number>
  /** Returns the seconds that its main thread has run so far, and that it has waited for a processor. */
  mainThread(): Promise<{ ran: number; waited: number }>
  residentBytes(): Promise<number>
  /** Returns the highest `residentBytes` since the last call of `forgetPeak`. */
  peakBytes(): Promise<number>
  forgetPeak(): Promise<void>
  /** @throws when the process has ended by itself */
  stop(): Promise<void>
}

/** Starts a script on this Node.js and waits until its output matches `ready`. */
export async function startServer(
  args: readonly string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<string>((done) =>
    child.once('exit', (code, signal) =>
      done(`${args.join(' ')} ended with ${signal ?? code}:\n${output.slice(-10_000)}`),
    ),
  )
  let isReady = false
  await new Promise<void>((done, fail) => {
    exited.then((how) => fail(new Error(how)))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output = `${output.slice(-100_000)}${text}`
        isReady ||= ready.test(output)
        if (isReady) done()
      })
    }
  })
  return measured(child, exited)
}

/** @param exited resolves with a description of the end of the process */
function measured(child: ChildProcess, exited: Promise<string>): ServerProcess {
  const pid = child.pid ?? 0
  return {
    pid,
    async cpuSeconds() {
      // The process's name, which may hold spaces, ends with the last parenthesis; utime and stime are fields 14 and 15.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    },
    async mainThread() {
      // Nanoseconds on a processor, and on a run queue (the kernel's sched-stats.rst).
      const [ran = 0, waited = 0] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ').map(Number)
      return { ran: ran / 1e9, waited: waited / 1e9 }
    },
    residentBytes: () => memoryOf(pid),
    peakBytes: () => memoryOf(pid, 'VmHWM'),
    // Writing 5 resets the peak to the present (proc(5), clear_refs).
    forgetPeak: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
    async stop() {
      // The output of a process that died explains its failed requests.
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(await exited)
      child.kill('SIGTERM')
      await exited
    },
  }
}
