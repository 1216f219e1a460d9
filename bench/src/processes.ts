import { readdir, readFile } from 'node:fs/promises'

/** Clock ticks per second in /proc. The kernel always reports 100 to programs (proc(5)). */
export const ticksPerSecond = 100

/**
 * Returns the processor seconds that these processes have used so far: alone, or with all of their descendants,
 * including ended ones.
 */
export async function processorSecondsOf(
  pids: readonly number[],
  extent: 'alone' | 'with descendants' = 'with descendants',
): Promise<number> {
  if (extent === 'alone') return sumOf(await Promise.all(pids.map(statOf)), ({ ticks }) => ticks)
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(names.map((name) => statOf(Number(name)).catch(() => undefined)))
  const processes = stats.filter((stat) => stat !== undefined)
  const counted = new Set(pids)
  // Children usually have higher numbers than their parents. Numbers can wrap around, so the search repeats until it
  // finds no more.
  for (let before = -1; before !== counted.size; ) {
    before = counted.size
    for (const { pid, parent } of processes) if (counted.has(parent)) counted.add(pid)
  }
  return sumOf(
    processes.filter(({ pid }) => counted.has(pid)),
    ({ ticks, ticksOfEnded }) => ticks + ticksOfEnded,
  )
}

interface Stat {
  pid: number
  parent: number
  ticks: number
  /** Those of children that have ended. */
  ticksOfEnded: number
}

const sumOf = (stats: readonly Stat[], ticksOf: (stat: Stat) => number) =>
  stats.reduce((sum, stat) => sum + ticksOf(stat), 0) / ticksPerSecond

async function statOf(pid: number): Promise<Stat> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, which may hold spaces, ends with the last parenthesis; then come state, parent, … (proc(5)).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, ofEnded = 0, systemOfEnded = 0] = fields.slice(11, 15)
  return { pid, parent: fields[1] ?? 0, ticks: user + system, ticksOfEnded: ofEnded + systemOfEnded }
}

/** Returns the resident memory of a process in bytes: at present, or its peak. */
export async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
}
