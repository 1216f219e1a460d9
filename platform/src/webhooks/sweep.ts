import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../foundation/database.ts'
import { logLifetime, maxLogged } from './rules.ts'
import { dropDeliveries } from './sending/queries.ts'

/**
 * Ends deliveries that have waited for too long: their receiver is slower than their events, or their webhook was disabled just as they
 * were added. Then removes old deliveries from the log, and those beyond the limit of each webhook.
 */
export async function sweepDeliveries({ db, now }: { db: Db; now: Clock }): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select('id').execute()
  for (const { id } of webhooks) {
    await dropDeliveries(db, id, 'expired', now())
    const old = await oldestKept(db, id)
    await db
      .deleteFrom('webhook_deliveries')
      .where('webhook_id', '=', id)
      .where('due', 'is', null)
      .where((eb) => eb.or([eb('created', '<=', now() - logLifetime), eb('position', '<', old)]))
      .execute()
  }
}

/** Returns the position of the oldest delivery that the limit keeps; 0: it keeps all. */
async function oldestKept(db: Db, webhookId: string): Promise<number> {
  const kept = await db
    .selectFrom('webhook_deliveries')
    .select('position')
    .where('webhook_id', '=', webhookId)
    .orderBy('position', 'desc')
    .offset(maxLogged - 1)
    .limit(1)
    .executeTakeFirst()
  return kept?.position ?? 0
}
