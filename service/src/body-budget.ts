/** Bounds the bytes of request bodies that a process keeps in memory while they arrive. */
export class BodyBudget {
  readonly #bytesMax: number
  #held = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Counts bytes. Returns false, without counting them, when there is no room. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#bytesMax) return false
    this.#held += bytes
    return true
  }

  release(bytes: number): void {
    this.#held -= bytes
  }
}

/** Budget of a service whose bodies have at most 64 KiB: for 64 of the largest, and thousands of usual ones. */
export const smallBodiesMax = 4 * 1024 * 1024

export const bodiesBusy = 'too many request bodies are arriving'
