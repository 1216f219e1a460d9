import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ticksPerSecond } from './processes.ts'

/** More than this many cores of other programs falsify a measurement. */
const mostCores = 0.25

/** Environment of a benchmark whose caller has already waited. */
export const quietEnvironment = { BENCH_IS_AWAITED: '1' }

const measuredMs = 2_000
const patienceMs = 60_000

/** Returns the seconds that all processors have been busy so far, from the text of /proc/stat (proc(5)). */
export function busySeconds(stat: string): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = (
    /^cpu +(.*)$/m.exec(stat)?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  return (user + nice + system + interrupts + softInterrupts + stolen) / ticksPerSecond
}

/** A moment by the clock, with the processor seconds that all programs, and this one, have used until then. */
export interface Moment {
  seconds: number
  busy: number
  own: number
}

/** Returns how many cores other programs used between two moments. */
export const coresBetween = (from: Moment, to: Moment): number =>
  Math.max(0, (to.busy - from.busy - (to.own - from.own)) / (to.seconds - from.seconds))

/** Decides whether to wait for other programs to end, after this long a wait. */
export const mustWait = (cores: number, waitedMs: number): boolean =>
  cores > mostCores && waitedMs < patienceMs

/** Returns the load if it is high enough to be stated beside a figure. */
export const statedLoad = (cores: number): number | undefined => (cores > mostCores ? cores : undefined)

function now(): Moment {
  const { user, system } = process.cpuUsage()
  return {
    seconds: performance.now() / 1_000,
    busy: busySeconds(readFileSync('/proc/stat', 'utf8')),
    own: (user + system) / 1e6,
  }
}

/**
 * Waits until other programs leave the processors alone, at most for a minute. Returns the cores that they use if that
 * falsifies the measurement that follows. Systems without /proc/stat are taken for quiet.
 */
export async function awaitQuiet(say: (text: string) => void): Promise<number | undefined> {
  if (process.env.BENCH_IS_AWAITED || !existsSync('/proc/stat')) return undefined
  let isSaid = false
  for (const started = performance.now(); ; ) {
    const before = now()
    await sleep(measuredMs)
    const cores = coresBetween(before, now())
    if (!mustWait(cores, performance.now() - started)) return statedLoad(cores)
    if (!isSaid) say(`waiting up to a minute, because other programs use ${cores.toFixed(1)} cores`)
    isSaid = true
  }
}
