import type { Db } from '../../database.ts'
import { type Clock, day } from '../../foundation/clock.ts'
import { presenceLifetime } from './rules.ts'

/** Counted sessions and unused tickets are deleted after this long. Nothing reads them any more. */
const recordLifetime = day

/** Ends sessions that no longer send heartbeats, and deletes old records. */
export async function sweepPlayingRecords(platform: { db: Db; now: Clock }): Promise<void> {
  const { db, now } = platform
  const time = now()
  await db
    .updateTable('playing_records')
    .set({ ended: time })
    .where('started', 'is not', null)
    .where('ended', 'is', null)
    .where('last_ping', '<', time - presenceLifetime)
    .execute()
  await db
    .deleteFrom('playing_records')
    .where('created', '<', time - recordLifetime)
    .where((eb) => eb.or([eb('tallied', '=', 2), eb('started', 'is', null)]))
    .execute()
}
