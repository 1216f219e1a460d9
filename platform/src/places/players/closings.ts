import type { Clock } from '@baseplate/service/clock'
import type { Signals } from '@baseplate/storage/database/signals'
import { type Closing, closingReasons } from '../servers/closing.ts'

/** Game servers that are about to close. The notice is a courtesy: a process that misses the signal sends none. */
export interface Closings {
  /** Returns the announced closing of a place's server; null: none is announced, or its time has passed. */
  of(placeId: number): Closing | null
  /** Announces a closing in all processes. */
  announce(placeId: number, closing: Closing): void
}

/** @param changed called when the closing of a place's server was announced in any process */
export function createClosings(
  { now, signals }: { now: Clock; signals: Signals },
  changed: (placeId: number) => void,
): Closings {
  const byPlace = new Map<number, Closing>()
  const announceHere = (placeId: number, closing: Closing) => {
    for (const [id, { closesAt }] of byPlace) if (closesAt <= now()) byPlace.delete(id)
    byPlace.set(placeId, closing)
    changed(placeId)
  }
  const received = (signal: string) => {
    const [placeId, written, closesAt] = signal.split('/')
    const reason = closingReasons.find((known) => known === written)
    if (reason) announceHere(Number(placeId), { reason, closesAt: Number(closesAt) })
  }
  const send = signals.open('closings', { received, connected: () => {} })
  return {
    of(placeId) {
      const closing = byPlace.get(placeId)
      return closing && closing.closesAt > now() ? closing : null
    },
    announce(placeId, closing) {
      announceHere(placeId, closing)
      send([placeId, closing.reason, closing.closesAt].join('/'))
    },
  }
}
