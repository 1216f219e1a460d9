import { readdir, readFile } from 'node:fs/promises'
import { ticksPerSecond } from './server-process.ts'

/**
 * Returns the processor seconds that these processes and all their descendants have used so far, including ended
 * descendants.
 */
export async function processorSecondsOf(pids: readonly number[]): Promise<number> {
  const processes = await allProcesses()
  const counted = new Set(pids)
  // Children usually have higher numbers than their parents. Numbers can wrap around, so the search repeats until it
  // finds no more.
  for (let before = -1; before !== counted.size; ) {
    before = counted.size
    for (const { pid, parent } of processes) if (counted.has(parent)) counted.add(pid)
  }
  const ticks = processes.filter(({ pid }) => counted.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0)
  return ticks / ticksPerSecond
}

async function allProcesses(): Promise<{ pid: number; parent: number; ticks: number }[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(names.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')))
  return stats.filter(Boolean).map((stat) => {
    // The name, which may hold spaces, ends with the last parenthesis; then come state, parent, … (proc(5)).
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, ofChildren = 0, inKernelOfChildren = 0] = fields.slice(11, 15)
    return {
      pid: Number.parseInt(stat, 10),
      parent: fields[1] ?? 0,
      ticks: utime + stime + ofChildren + inKernelOfChildren,
    }
  })
}
