import { portsFor } from './rules.ts'

/** How many ports are tried before a place is refused one; were so many taken, something is wrong with the machine. */
const triesMax = 200

/** The ports of servers, each of one server at a time. */
export class Ports {
  readonly #held = new Set<number>()
  readonly #isFree: (port: number) => Promise<boolean>

  /** @param isFree whether no other program has the port. */
  constructor(isFree: (port: number) => Promise<boolean>) {
    this.#isFree = isFree
  }

  /** Holds a port for a place's server: its own if it can be had, else the next one. Undefined when there is none. */
  async take(placeId: number): Promise<number | undefined> {
    let tries = 0
    for (const port of portsFor(placeId)) {
      if (this.#held.has(port)) continue
      // Held before it is looked at: two places that want one port never look at it at once.
      this.#held.add(port)
      if (await this.#isFree(port)) return port
      this.#held.delete(port)
      if (++tries === triesMax) return undefined
    }
    return undefined
  }

  /** Holds the port of a server that runs already. */
  hold(port: number): void {
    this.#held.add(port)
  }

  release(port: number): void {
    this.#held.delete(port)
  }
}
