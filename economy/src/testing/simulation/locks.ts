import type { Scheduler } from './scheduler.ts'

/** The server's `lock_timeout`. */
const timeoutMs = 2_000

type Mode = 'shared' | 'exclusive'

interface Request {
  owner: object
  mode: Mode
  grant: () => void
}

/** Locks of rows. They are granted in the order of the requests. */
export class Locks {
  readonly #scheduler: Scheduler
  readonly #granted = new Map<string, Request[]>()
  readonly #waiting = new Map<string, Request[]>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** Begins a transaction. */
  begin(): { take: (resource: string, mode: Mode) => Promise<void>; release: () => void } {
    const owner = {}
    return {
      take: (resource, mode) =>
        new Promise((resolve, reject) => {
          const request = { owner, mode, grant: resolve }
          this.#listOf(this.#waiting, resource).push(request)
          this.#scheduler.after(timeoutMs, () => {
            const waiting = this.#listOf(this.#waiting, resource)
            if (!waiting.includes(request)) return
            waiting.splice(waiting.indexOf(request), 1)
            this.#grant(resource)
            reject(new Error('lock timeout'))
          })
          this.#grant(resource)
        }),
      release: () => {
        for (const [resource, granted] of this.#granted) {
          this.#granted.set(
            resource,
            granted.filter((request) => request.owner !== owner),
          )
          this.#grant(resource)
        }
      },
    }
  }

  #grant(resource: string): void {
    const granted = this.#listOf(this.#granted, resource)
    const waiting = this.#listOf(this.#waiting, resource)
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const { mode } = next
      if (granted.some((other) => mode === 'exclusive' || other.mode === 'exclusive')) return
      waiting.shift()
      granted.push(next)
      next.grant()
    }
  }

  #listOf(lists: Map<string, Request[]>, resource: string): Request[] {
    const list = lists.get(resource) ?? []
    lists.set(resource, list)
    return list
  }
}
