import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Processes, ProcessRow } from './processes.ts'

/** What is asked for many servers at one moment is read once. */
const snapshotMs = 20

/** State of a TCP socket that takes connections. */
const tcpListens = '0A'

/** Linux: what `/proc` tells. */
export function openProcfs(): Processes {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  const rows = shortly(() => readRows(boot))
  const sockets = shortly(readSockets)
  return {
    list: rows,
    find: (pid) => readRow(pid, boot),
    residentBytes: (pid) => {
      const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1]
      return Number(resident ?? 0) * 1024
    },
    variableOf: (pid, name) => {
      const start = `${name}=`
      const variables = readText(`/proc/${pid}/environ`)?.split('\0')
      return variables?.find((text) => text.startsWith(start))?.slice(start.length)
    },
    areListening: (pids, port) => {
      const bound = sockets().get(port)
      return bound !== undefined && pids.some((pid) => openFiles(pid).some((file) => bound.has(file)))
    },
  }
}

function readRows(boot: string): Map<number, ProcessRow> {
  const found = new Map<number, ProcessRow>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const row = readRow(Number(name), boot)
    if (row) found.set(row.pid, row)
  }
  return found
}

function readRow(pid: number, boot: string): ProcessRow | undefined {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The name, in parentheses, may hold anything; the fields after it start with the third, see proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    session: Number(fields[3]),
    // Ids are given out again soon, and clock ticks since boot are not.
    identity: `${fields[19]}@${boot}`,
    zombie: fields[0] === 'Z' || fields[0] === 'X',
  }
}

/** Sockets that are bound to each port, by the names that open files have: `socket:[1234]`. */
function readSockets(): Map<number, Set<string>> {
  const byPort = new Map<number, Set<string>>()
  for (const table of ['udp', 'udp6', 'tcp', 'tcp6']) {
    for (const line of (readText(`/proc/net/${table}`) ?? '').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
      if (inode === undefined || (table.startsWith('tcp') && state !== tcpListens)) continue
      const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)
      const names = byPort.get(port) ?? new Set()
      byPort.set(port, names.add(`socket:[${inode}]`))
    }
  }
  return byPort
}

function openFiles(pid: number): string[] {
  const names = unlessGone(() => readdirSync(`/proc/${pid}/fd`)) ?? []
  return names.flatMap((name) => unlessGone(() => readlinkSync(`/proc/${pid}/fd/${name}`)) ?? [])
}

const readText = (path: string): string | undefined => unlessGone(() => readFileSync(path, 'utf8'))

/** A process may end while it is looked at, or be another user's. */
const goneCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM'])

/**
 * Returns undefined for a process that is gone or not ours to see.
 * @throws Error when the system cannot tell, for instance without a free descriptor (EMFILE)
 */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && goneCodes.has(error.code)) return undefined
    throw error
  }
}

function shortly<T>(read: () => T): () => T {
  let at = Number.NEGATIVE_INFINITY
  let kept: T | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || now - at > snapshotMs) {
      kept = read()
      at = now
    }
    return kept
  }
}
