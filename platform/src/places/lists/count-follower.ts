/** An event for a page that follows player counts. */
export type PlayerEvent =
  /** Player counts by place id, of places whose count was not sent yet or has changed. */
  | { type: 'players'; counts: Record<number, number> }
  /** Shows that the stream is alive. */
  | { type: 'heartbeat' }

export interface CountFollower {
  events(): AsyncGenerator<PlayerEvent, void>
  /** Queues the counts of these places, if the follower follows them. */
  notifyChanged(placeIds: ReadonlySet<number>): void
  /** Queues a heartbeat. */
  heartbeat(): void
  end(): void
}

/**
 * Follows the counts of places for one page. A slow reader gets the latest count of each place instead of every change, so no
 * queue grows.
 */
export function createCountFollower(
  placeIds: readonly number[],
  countOf: (placeId: number) => number,
): CountFollower {
  const unsent = new Set(placeIds)
  let isHeartbeatDue = false
  let ended = false
  let wake = () => {}

  const nextEvent = (): Promise<void> | undefined => {
    if (unsent.size > 0 || isHeartbeatDue || ended) return undefined
    return new Promise((resolve) => {
      wake = resolve
    })
  }

  return {
    async *events() {
      for (;;) {
        await nextEvent()
        if (ended) return
        if (unsent.size > 0) {
          const counts = Object.fromEntries([...unsent].map((id) => [id, countOf(id)]))
          unsent.clear()
          yield { type: 'players', counts }
        }
        if (isHeartbeatDue && !ended) {
          isHeartbeatDue = false
          yield { type: 'heartbeat' }
        }
      }
    },
    notifyChanged(changed) {
      for (const id of placeIds) if (changed.has(id)) unsent.add(id)
      if (unsent.size > 0) wake()
    },
    heartbeat() {
      isHeartbeatDue = true
      wake()
    },
    end() {
      ended = true
      wake()
    },
  }
}
