/** A process of this machine. */
export interface ProcessRow {
  pid: number
  /** Id of the process that began its session. */
  session: number
  /** Distinguishes this process from every other one that has the same id at another time. */
  identity: string
  /** Whether it has ended and waits for its parent to collect its exit status. */
  zombie: boolean
}

/** The process table of this machine, as far as the system shows it. */
export interface Processes {
  /** Returns all processes, at most a moment old. */
  list(): Map<number, ProcessRow>
  /** Returns the current row of one process. */
  find(pid: number): ProcessRow | undefined
  residentBytes(pid: number): number
  /** Returns a variable of the environment that a process was started with; undefined where the system does not show it. */
  variableOf(pid: number, name: string): string | undefined
  /** Whether one of these processes has bound the port; undefined where the system does not show it. */
  areListening(pids: readonly number[], port: number): boolean | undefined
}
