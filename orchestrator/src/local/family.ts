import { setTimeout as delay } from 'node:timers/promises'
import type { Processes } from './processes.ts'

/** The variable that marks every process of a server, also those that leave its session. */
export const markVariable = 'BASEPLATE_SERVER'

const pollMs = 50

/** After this long a process that was killed is one that the system cannot end: it waits for a device. */
const killMsMax = 5_000

/** What tells a server's first process, which all others come from. */
export interface Origin {
  pid: number
  /** See `ProcessRow`. */
  identity: string
  /** The value of its mark. */
  mark: string
}

/** The processes of a server. */
export class Family {
  readonly #origin: Origin
  readonly #processes: Processes
  /** Identities of those that were in the session while it was surely ours, by their ids. */
  readonly #seen = new Map<number, string>()

  constructor(origin: Origin, processes: Processes) {
    this.#origin = origin
    this.#processes = processes
  }

  /** Whether the first process still runs, and is not another one with its id. */
  isAlive(): boolean {
    const first = this.#processes.find(this.#origin.pid)
    return first !== undefined && first.identity === this.#origin.identity && !first.zombie
  }

  /**
   * Those in the server's session. When the first process is gone, the session's number may be somebody else's; then it is
   * those that were seen in it before.
   */
  session(): number[] {
    const rows = this.#processes.list()
    const { pid, identity } = this.#origin
    if (rows.get(pid)?.identity === identity) {
      for (const row of rows.values()) if (row.session === pid) this.#seen.set(row.pid, row.identity)
    }
    return [...this.#seen].flatMap(([member, known]) => {
      const row = rows.get(member)
      if (row?.identity === known) return row.zombie ? [] : [member]
      this.#seen.delete(member)
      return []
    })
  }

  /** All of them. */
  members(): number[] {
    const { mark } = this.#origin
    const marked = markedBy(this.#processes, (found) => found === mark)
    return [...new Set([...this.session(), ...marked.map(({ pid }) => pid)])]
  }

  /**
   * Asks all of them to end, and ends those that are left after the grace. Resolves when there is none, or none that could
   * be ended.
   */
  async end(graceMs: number): Promise<void> {
    const started = performance.now()
    signalAll(this.members(), 'SIGTERM')
    for (;;) {
      await delay(pollMs)
      // Those that left the session are looked for, which takes longer, when all others are gone.
      const left = this.session()
      const members = left.length > 0 ? left : this.members()
      const waited = performance.now() - started
      if (members.length === 0 || waited > graceMs + killMsMax) return
      if (waited >= graceMs) signalAll(this.members(), 'SIGKILL')
    }
  }
}

/** Processes whose mark is accepted, wherever they went. */
export function markedBy(
  processes: Processes,
  isOurs: (mark: string) => boolean,
): { pid: number; mark: string }[] {
  return [...processes.list().values()].flatMap(({ pid, zombie }) => {
    const mark = zombie ? undefined : processes.variableOf(pid, markVariable)
    return mark !== undefined && isOurs(mark) ? [{ pid, mark }] : []
  })
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}
