/** What comes to somebody who looks at places. */
export type PlayerEvent =
  /** How many play in a place, by its id; of those alone that were not told yet, or have changed. */
  | { type: 'players'; counts: Record<number, number> }
  /** Nothing came, but could have. */
  | { type: 'heartbeat' }

export interface CountFollower {
  events(): AsyncGenerator<PlayerEvent, void>
  tellChanged(placeIds: ReadonlySet<number>): void
  tellBeat(): void
  end(): void
}

/** One who follows the counts of places. Of what changes while they are busy, they are told the last: no queue grows. */
export function createCountFollower(
  placeIds: readonly number[],
  countOf: (placeId: number) => number,
): CountFollower {
  const untold = new Set(placeIds)
  let heartbeat = false
  let ended = false
  let stir = () => {}

  const somethingToTell = () =>
    untold.size > 0 || heartbeat || ended ? undefined : new Promise<void>((resolve) => (stir = resolve))

  return {
    async *events() {
      for (;;) {
        await somethingToTell()
        if (ended) return
        if (untold.size > 0) {
          const counts = Object.fromEntries([...untold].map((id) => [id, countOf(id)]))
          untold.clear()
          yield { type: 'players', counts }
        }
        if (heartbeat && !ended) {
          heartbeat = false
          yield { type: 'heartbeat' }
        }
      }
    },
    tellChanged(changed) {
      for (const id of placeIds) if (changed.has(id)) untold.add(id)
      if (untold.size > 0) stir()
    },
    tellBeat() {
      heartbeat = true
      stir()
    },
    end() {
      ended = true
      stir()
    },
  }
}
