import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Processes, ProcessRow } from './processes.ts'

/** Maximum age of a snapshot, which all servers of one observation share. */
const snapshotMs = 20

/** State of a listening TCP socket. */
const tcpListens = '0A'

/** Reads the process table of Linux from `/proc`. */
export function openProcfs(): Processes {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  const rows = briefly(() => readRows(boot))
  const sockets = briefly(readSockets)
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
  // The name, in parentheses, may contain anything. The fields after it start with the third; see proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    session: Number(fields[3]),
    // Ids are reused soon, but clock ticks since boot are not.
    identity: `${fields[19]}@${boot}`,
    zombie: fields[0] === 'Z' || fields[0] === 'X',
  }
}

/** Returns the sockets that are bound to each port, by the names of open files: `socket:[1234]`. */
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

/** Errors of a process that has just ended or belongs to another user. */
const goneCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM'])

/**
 * Returns undefined for a process that has ended or belongs to another user.
 *
 * @throws all other errors, such as EMFILE without a free descriptor
 */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && goneCodes.has(error.code)) return undefined
    throw error
  }
}

/** Caches a value for a moment. */
function briefly<T>(read: () => T): () => T {
  let at = Number.NEGATIVE_INFINITY
  let cached: T | undefined
  return () => {
    const now = performance.now()
    if (cached === undefined || now - at > snapshotMs) {
      cached = read()
      at = now
    }
    return cached
  }
}
