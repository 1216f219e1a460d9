/** What runs game servers: processes of this machine (`local/`), or one day something larger. */
export interface Driver {
  /** The servers of an earlier run that still run. What else is left of it has been ended. Called once, first. */
  recover(): Promise<Server[]>
  /** Whether nobody has bound the port, over UDP or TCP. */
  isPortFree(port: number): Promise<boolean>
  /**
   * Writes files that the place's next server can read, and nobody else. Returns their paths by the same names.
   * @throws Error when they cannot be written.
   */
  handOver<Name extends string>(
    placeId: number,
    contents: Partial<Record<Name, string>>,
  ): Promise<Partial<Record<Name, string>>>
  /**
   * Starts a server. When it resolves, the server is found again after any crash of ours.
   * @throws Error with the reason when it cannot be started.
   */
  start(order: Order): Promise<Server>
  /** Looks at running servers, all in one go. Without an answer for a server, it has just ended. What cannot be looked at is as it was. */
  observe(servers: readonly Server[]): Promise<Map<Server, Observation>>
  /** Asks a server to end, and ends all of it after the grace. Resolves when nothing of it is left. */
  end(server: Server, graceMs: number): Promise<void>
  /** The last bytes of what a place's servers printed, oldest first; empty when none ever ran. */
  readLog(placeId: number, bytesMax: number): Promise<string>
  /** Lets go of everything, running servers excepted. */
  close(): Promise<void>
}

export interface Order {
  placeId: number
  port: number
  /** Names this start. */
  run: string
  /** Program and arguments; no shell reads them. */
  argv: readonly string[]
  /** Variables of this start, beside those that all servers get. */
  environment: Readonly<Record<string, string>>
}

export interface Server {
  readonly placeId: number
  readonly port: number
  /** The order's. */
  readonly run: string
  readonly pid: number
  /** Unix milliseconds. */
  readonly startTime: number
  /** Resolves when it has ended, however, with words that tell how: `with code 1`. */
  readonly ended: Promise<string>
  /** Resolves when nothing of it is left, after `ended`: its helpers are gone, its port is free. */
  readonly gone: Promise<void>
}

export interface Observation {
  /** Its port is bound, by itself. */
  listening: boolean
  /** Memory of all its processes. */
  memoryBytes: number
}
