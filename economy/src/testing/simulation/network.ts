import type { Machine } from './machine.ts'
import type { Scheduler } from './scheduler.ts'
import type { Server, Session } from './server.ts'

/** A connection between a process and a server. */
export interface Connection {
  machine: Machine
  server: Server
  session: Session
  /** Tells the process that the connection is lost. */
  lose: () => void
}

/** The network between machines and servers. Each link can be cut, or hold all messages until it is mended. */
export class Network {
  readonly #scheduler: Scheduler
  readonly #faults = new Map<string, 'cut' | 'held'>()
  readonly #held = new Map<string, (() => void)[]>()
  readonly #connections: Connection[] = []
  #isDown = false

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  faultOf(machine: Machine, server: Server): 'cut' | 'held' | undefined {
    return this.#faults.get(linkOf(machine, server))
  }

  add(connection: Connection): void {
    if (this.#isDown) connection.lose()
    this.#connections.push(connection)
  }

  /** Delivers a message in either direction after a while, unless the link is cut. */
  deliver({ machine, server }: Pick<Connection, 'machine' | 'server'>, message: () => void): void {
    const fault = this.faultOf(machine, server)
    const arrive = () => this.#scheduler.after(this.#scheduler.latency(), message)
    if (fault === undefined) arrive()
    else if (fault === 'held') {
      const link = linkOf(machine, server)
      this.#held.set(link, [...(this.#held.get(link) ?? []), arrive])
    }
  }

  cut(machine: Machine, server: Server): void {
    for (const connection of this.#connections.filter(
      (each) => each.machine === machine && each.server === server,
    )) {
      this.#scheduler.after(this.#scheduler.latency(), () => server.end(connection.session))
      this.#scheduler.after(this.#scheduler.latency(), () => machine.run(connection.lose))
    }
    this.#faults.set(linkOf(machine, server), 'cut')
  }

  /** Keeps all messages of a link, as if packets were dropped and sent again later. */
  hold(machine: Machine, server: Server): void {
    this.#faults.set(linkOf(machine, server), 'held')
  }

  mend(): void {
    this.#faults.clear()
    for (const held of this.#held.values()) for (const arrive of held) arrive()
    this.#held.clear()
  }

  kill(machine: Machine): void {
    machine.kill()
    for (const connection of this.#connections.filter((each) => each.machine === machine)) {
      this.deliver(connection, () => connection.server.end(connection.session))
    }
  }

  stop(server: Server): void {
    server.stop()
    for (const connection of this.#connections.filter((each) => each.server === server)) {
      this.deliver(connection, () => connection.machine.run(connection.lose))
    }
  }

  /** Ends all connections at once, including those of dead processes. */
  shutDown(): void {
    this.#isDown = true
    for (const { lose } of this.#connections) lose()
  }
}

const linkOf = (machine: Machine, server: Server) => `${machine.name} ${server.name}`
