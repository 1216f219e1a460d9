import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@baseplate/service/log'
import { expect, onTestFinished } from 'vitest'
import type { Supervised, SupervisorTimes } from '../supervised.ts'
import { Supervisor } from '../supervisor.ts'

type Behaviour =
  | 'obedient'
  | 'orderly'
  | 'stubborn'
  | 'never ready'
  | 'refuses to start'
  | 'ready once'
  | 'hangs later'
  | 'blocks once'

const times: SupervisorTimes = {
  startMs: 20_000,
  graceMs: 20_000,
  healthMs: 60_000,
  backOffMs: 10,
  backOffMsMax: 40,
  stableMs: 60_000,
}

/** Creates the supervisor of a child that behaves like this (`supervised.ts`). The end of the test closes it. */
export function supervise(
  behaviour: Behaviour,
  more: Partial<SupervisorTimes> = {},
  options: Partial<Supervised> = {},
) {
  const directory = mkdtempSync(join(tmpdir(), 'supervisor-'))
  const file = join(directory, 'pids')
  const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [])
  const pids = () => linesOf(file).map(Number)
  const logged: { msg: string; restartInMs?: number; signal?: string }[] = []
  const program = [join(import.meta.dirname, 'supervised.ts'), behaviour, file]
  const supervisor = new Supervisor({
    name: behaviour,
    argv: program,
    times: { ...times, ...more },
    checkHealth: async (signal) => {
      await fetch(`http://127.0.0.1:${linesOf(`${file}.port`).at(-1)}`, { signal })
    },
    log: createLog('info', { write: (line) => void logged.push(JSON.parse(line)) }),
    relay: ({ stdout, stderr }) => {
      stdout?.resume()
      stderr?.resume()
    },
    ...options,
  })
  onTestFinished(async () => {
    await supervisor.close()
    expect(pids().filter(isAlive)).toEqual([])
    rmSync(directory, { recursive: true })
  })
  const restarts = () => logged.flatMap(({ restartInMs }) => restartInMs ?? [])
  return { supervisor, pids, logged, restarts, program }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
