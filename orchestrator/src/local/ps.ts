import { execFileSync } from 'node:child_process'
import type { Processes, ProcessRow } from './processes.ts'

/**
 * Reads the process table from `ps`, which shows neither environments nor ports. Each server has its own session, and so its own
 * process group, which stands for the session here.
 */
export function openPs(): Processes {
  const list = () => new Map(read(['-ax']).map((row) => [row.pid, row]))
  return {
    list,
    find: (pid) => read(['-p', String(pid)]).find((row) => row.pid === pid),
    residentBytes: (pid) => Number(ps(['-o', 'rss=', '-p', String(pid)])) * 1024,
    variableOf: () => undefined,
    areListening: () => undefined,
  }
}

function read(which: string[]): ProcessRow[] {
  return ps([...which, '-o', 'pid=,pgid=,stat=,lstart='])
    .split('\n')
    .flatMap((line) => {
      const [pid, group, state, ...started] = line.trim().split(/\s+/)
      if (state === undefined) return []
      return {
        pid: Number(pid),
        session: Number(group),
        identity: started.join(' '),
        zombie: state.startsWith('Z'),
      }
    })
}

function ps(args: string[]): string {
  try {
    return execFileSync('ps', args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    // It exits with 1 when no such process exists.
    return ''
  }
}
