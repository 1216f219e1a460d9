import { readFile } from 'node:fs/promises'

/** Returns the resident memory of a process in bytes: at present, or its peak. */
export async function memoryOf(pid: number | undefined, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
}
