import { type Clock, day, hour } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { presenceLifetime } from './rules.ts'

/** Counted sessions are deleted this long after their join. Nothing reads them any more. */
const recordLifetime = day

/** Unused tickets are deleted after this long, so that a player who asks for many leaves few. */
const unusedLifetime = hour

/**
 * Returns the sweep of one process. It ends sessions that were silent at its previous run already: after an outage of the database,
 * heartbeats that waited in other processes may be written a moment after its end.
 */
export function createPlayingSweep(platform: { db: Db; now: Clock }): () => Promise<void> {
  let previous = 0
  return async () => {
    const time = platform.now()
    await sweepPlayingRecords(platform, previous)
    previous = time
  }
}

/** Ends sessions that sent no heartbeats at a time, and deletes old records. */
export async function sweepPlayingRecords(
  platform: { db: Db; now: Clock },
  silentAt = platform.now(),
): Promise<void> {
  const { db, now } = platform
  const time = now()
  await db
    .updateTable('playing_records')
    .set({ ended: time })
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .where('last_ping', '<', silentAt - presenceLifetime)
    .execute()
  await db
    .deleteFrom('playing_records')
    .where('created', '<', time - recordLifetime)
    .where('tallied', '=', 2)
    .where('ranked', '=', 1)
    .execute()
  await db
    .deleteFrom('playing_records')
    .where('created', '<', time - unusedLifetime)
    .where('started', 'is', null)
    .execute()
}
