import { setTimeout as delay } from 'node:timers/promises'
import type { Processes } from './processes.ts'

/** The variable that marks every process of a server, even after it leaves the session. */
export const markVariable = 'BASEPLATE_SERVER'

const pollMs = 50

/** Time after which a killed process counts as one that the system cannot end, because it waits for a device. */
const killMsMax = 5_000

/** A server's first process, which all others descend from. */
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
  /** Identities, by process id, of the members of the session while its first process was alive. */
  readonly #seen = new Map<number, string>()

  constructor(origin: Origin, processes: Processes) {
    this.#origin = origin
    this.#processes = processes
  }

  /** Whether the first process still runs, and not another one with its id. */
  isAlive(): boolean {
    const first = this.#processes.find(this.#origin.pid)
    return first !== undefined && first.identity === this.#origin.identity && !first.zombie
  }

  /**
   * Returns the processes in the server's session. Once the first process is gone, another session may get its number. Then
   * only earlier members are returned.
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

  /** Returns all processes of the server, including those outside its session. */
  members(): number[] {
    const { mark } = this.#origin
    const marked = markedBy(this.#processes, (found) => found === mark)
    return [...new Set([...this.session(), ...marked.map(({ pid }) => pid)])]
  }

  /**
   * Asks all processes to end, and kills the remaining ones after the grace. Resolves when none is left that can be ended.
   */
  async end(graceMs: number): Promise<void> {
    const started = performance.now()
    signalAll(this.members(), 'SIGTERM')
    for (;;) {
      await delay(pollMs)
      // Finding processes that left the session takes longer, so it waits until the session is empty.
      const left = this.session()
      const members = left.length > 0 ? left : this.members()
      const waited = performance.now() - started
      if (members.length === 0 || waited > graceMs + killMsMax) return
      if (waited >= graceMs) signalAll(this.members(), 'SIGKILL')
    }
  }
}

/** Returns the processes with an accepted mark, in any session. */
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
      // It has ended since it was listed.
    }
  }
}
