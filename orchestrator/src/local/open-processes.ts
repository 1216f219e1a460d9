import { existsSync } from 'node:fs'
import type { Processes } from './processes.ts'
import { openProcfs } from './procfs.ts'
import { openPs } from './ps.ts'

/** Opens the process table: `/proc` on Linux, `ps` on other systems. Both import their types from `processes.ts`. */
export function openProcesses(): Processes {
  return existsSync('/proc/self/stat') ? openProcfs() : openPs()
}
