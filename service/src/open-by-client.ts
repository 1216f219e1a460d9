/** Maximum number of open things, such as streams, of one client and of all clients together. */
interface Caps {
  each: number
  all?: number
}

/** Streams, waiting requests, uploads or connections that are open, by client: a user or an address. */
export class OpenByClient<Open> {
  readonly #caps: Required<Caps>
  readonly #byClient = new Map<string, Set<Open>>()
  #size = 0

  constructor({ each, all = Number.POSITIVE_INFINITY }: Caps) {
    this.#caps = { each, all }
  }

  get size(): number {
    return this.#size
  }

  *all(): Generator<Open, void> {
    for (const some of this.#byClient.values()) yield* some
  }

  of(client: string): Open[] {
    return [...(this.#byClient.get(client) ?? [])]
  }

  /** Adds one, unless a cap is reached. Returns that cap. */
  admit(client: string, open: Open): keyof Caps | undefined {
    if ((this.#byClient.get(client)?.size ?? 0) >= this.#caps.each) return 'each'
    if (this.#size >= this.#caps.all) return 'all'
    this.#add(client, open)
    return undefined
  }

  /** Adds one, and removes and returns the oldest of a client that has more than its cap. */
  admitForOldest(client: string, open: Open): Open | undefined {
    const some = this.#add(client, open)
    const [oldest] = some
    if (some.size <= this.#caps.each || oldest === undefined) return undefined
    this.remove(client, oldest)
    return oldest
  }

  /** Removes one. One that was removed before is left alone. */
  remove(client: string, open: Open): void {
    const some = this.#byClient.get(client)
    if (!some?.delete(open)) return
    this.#size--
    if (some.size === 0) this.#byClient.delete(client)
  }

  #add(client: string, open: Open): ReadonlySet<Open> {
    const some = this.#byClient.get(client) ?? new Set()
    this.#byClient.set(client, some.add(open))
    this.#size++
    return some
  }
}
