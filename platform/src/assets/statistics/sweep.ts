import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { statisticsRetention } from '../../foundation/statistics.ts'

/** Removes hours and days that are no longer kept. */
export async function sweepAssetStatistics({ db, now }: { db: Db; now: Clock }): Promise<void> {
  for (const unit of ['hour', 'day'] as const)
    await db
      .deleteFrom('asset_statistics')
      .where('unit', '=', unit)
      .where('start', '<', now() - statisticsRetention[unit])
      .execute()
}
