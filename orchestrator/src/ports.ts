import { portsFor } from './rules.ts'

/** Maximum number of ports that are tried. More taken ports mean that something is wrong with the machine. */
const triesMax = 200

/** Reserves ports, each for one server at a time. */
export class Ports {
  readonly #reserved = new Set<number>()
  readonly #isFree: (port: number) => Promise<boolean>

  /** @param isFree whether no other program has bound the port */
  constructor(isFree: (port: number) => Promise<boolean>) {
    this.#isFree = isFree
  }

  /** Reserves a port for a place's server: its own if it is free, else the next free one. Returns undefined when there is none. */
  async take(placeId: number): Promise<number | undefined> {
    let tries = 0
    for (const port of portsFor(placeId)) {
      if (this.#reserved.has(port)) continue
      // Reserved before it is probed: two places never probe one port at the same moment.
      this.#reserved.add(port)
      if (await this.#isFree(port)) return port
      this.#reserved.delete(port)
      if (++tries === triesMax) return undefined
    }
    return undefined
  }

  /** Reserves the port of a server that runs already. */
  reserve(port: number): void {
    this.#reserved.add(port)
  }

  release(port: number): void {
    this.#reserved.delete(port)
  }
}
