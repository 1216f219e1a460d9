import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { keptFor } from './rules.ts'

/** Removes the counts of hours that are too old. */
export async function sweepClientCalls({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('client_calls')
    .where('hour', '<', now() - keptFor)
    .execute()
}
