import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'

/** Deletes bans that have ended. */
export async function sweepBans({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db.deleteFrom('place_bans').where('expires', '<=', now()).execute()
}
