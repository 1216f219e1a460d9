import { existsSync } from 'node:fs'
import { openProcfs } from './procfs.ts'
import { openPs } from './ps.ts'

/** A process of this machine. */
export interface ProcessRow {
  pid: number
  /** The id of the process that began its session. */
  session: number
  /** Tells this process from every other one that has the id before or after it. */
  identity: string
  /** It has ended, and only its entry is left until its parent takes note. */
  zombie: boolean
}

/** What the system tells of processes. */
export interface Processes {
  /** All of them, as they were at most a moment ago. */
  list(): Map<number, ProcessRow>
  /** One of them, as it is now. */
  find(pid: number): ProcessRow | undefined
  residentBytes(pid: number): number
  /** A variable of the environment that it was started with, where the system tells it. */
  variableOf(pid: number, name: string): string | undefined
  /** Whether one of these has bound the port; undefined where the system does not tell who has. */
  areListening(pids: readonly number[], port: number): boolean | undefined
}

export function openProcesses(): Processes {
  return existsSync('/proc/self/stat') ? openProcfs() : openPs()
}
