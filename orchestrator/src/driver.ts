/** Runs game servers. `local/` runs them as processes of this machine. */
export interface Driver {
  /** Returns the servers of an earlier run that still run, and ends its other processes. Called once, before all others. */
  recover(): Promise<Server[]>
  /** Whether a port is unbound over UDP and TCP. */
  isPortFree(port: number): Promise<boolean>
  /**
   * Writes files that only the place's next server can read. Returns their paths by the same names.
   *
   * @throws Error when they cannot be written
   */
  handOver<Name extends string>(
    placeId: number,
    contents: Partial<Record<Name, string>>,
  ): Promise<Partial<Record<Name, string>>>
  /**
   * Starts a server. Once it resolves, the next orchestrator finds the server even after a crash.
   *
   * @throws Error with the reason when it cannot be started
   */
  start(order: Order): Promise<Server>
  /** Observes running servers. A server without a result has just ended. One that cannot be observed keeps its last observation. */
  observe(servers: readonly Server[]): Promise<Map<Server, Observation>>
  /** Asks a server to end, and kills its remaining processes after the grace. Resolves when no process is left. */
  end(server: Server, graceMs: number): Promise<void>
  readonly folders: WorkFolders
  /** Returns the last bytes that a place's servers printed, oldest first; empty if none ever ran. */
  readLog(placeId: number, bytesMax: number): Promise<string>
  /** Releases everything but running servers. */
  close(): Promise<void>
}

export interface Order {
  placeId: number
  port: number
  /** Id of this start. */
  run: string
  /** Version of the place's file, for the log. */
  placeVersion?: number | undefined
  /** Program and arguments; no shell reads them. */
  argv: readonly string[]
  /** Variables of this start, besides those of all servers. */
  environment: Readonly<Record<string, string>>
}

export interface Server {
  readonly placeId: number
  readonly port: number
  /** Id of its start, from the order. */
  readonly run: string
  readonly pid: number
  /** Unix milliseconds. */
  readonly startTime: number
  /** Resolves when it has ended, with how it ended: `with code 1`. */
  readonly ended: Promise<string>
  /** Resolves after `ended`, when its helpers have ended and its port is free. */
  readonly gone: Promise<void>
}

/** The folders that servers run in, each of one place. */
export interface WorkFolders {
  /**
   * Runs a program as a place's servers run, and in their folder.
   *
   * @throws Error with the reason when it cannot be started
   */
  run(placeId: number, argv: readonly string[]): Promise<Program>
  /** Returns a small text file of the folder; undefined: there is none. */
  readText(placeId: number, name: string): Promise<string | undefined>
  /** Replaces a file of the folder. It is durable when this returns. @throws Error when there is no such folder */
  writeText(placeId: number, name: string, text: string): Promise<void>
}

export interface Program {
  /** Its standard output. Fails with the end of its error output unless the program exits with code 0. */
  output: AsyncIterable<Uint8Array>
  /** Kills it unless it has ended. Resolves when it has ended. */
  kill(): Promise<void>
}

export interface Observation {
  /** Whether it has bound its port. */
  listening: boolean
  /** Memory of all its processes. */
  memoryBytes: number
}
