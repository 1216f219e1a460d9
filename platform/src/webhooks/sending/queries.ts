import { isDue } from '@baseplate/storage/database/is-due'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { type DisabledReason, longestRetry } from '../rules.ts'
import type { WebhookTables } from '../tables.ts'

export type Webhook = Selectable<WebhookTables['webhooks']>

const within = (now: number) => ({ now, longestMs: longestRetry })

/**
 * SQL condition: the delivery `next` is due, and so are the earlier ones about its subject that wait. The index for the earlier ones has
 * `due`, because few deliveries are not due. With `position` in its place, each row of a long backlog would read all earlier ones.
 */
const isReady = (now: number) => sql<boolean>`(${isDue(sql.ref('next.due'), within(now))} and not exists (
  select 1 from webhook_deliveries as earlier
  where earlier.webhook_id = next.webhook_id and earlier.subject = next.subject
    and earlier.position < next.position and earlier.due > ${now}
))`

/** Lists webhooks with deliveries that can be sent now. */
export async function listDueWebhooks(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('disabled', 'is', null)
    .where(({ ref }) => isDue(ref('rest_until'), within(now)))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as next')
          .select('next.id')
          .whereRef('next.webhook_id', '=', 'webhooks.id')
          .where(isReady(now)),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns a webhook that may send now. */
export const findSendable = (db: Db, id: string, now: number): Promise<Webhook | undefined> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('disabled', 'is', null)
    .where(({ ref }) => isDue(ref('rest_until'), within(now)))
    .executeTakeFirst()

const deliveryColumns = [
  'id',
  'position',
  'type',
  'subject',
  'link',
  'data',
  'created',
  'expires',
  'attempts',
] as const

export type ClaimedDelivery = Pick<
  Selectable<WebhookTables['webhook_deliveries']>,
  (typeof deliveryColumns)[number]
>

/**
 * Records attempts before they are made, and returns the deliveries in their order. If the process dies, they are due again at
 * `until`. A delivery waits while an earlier one about the same subject does.
 */
export async function claimDeliveries(
  db: Db,
  webhookId: string,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<ClaimedDelivery[]> {
  const claimed = await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ due: until, attempts: eb('attempts', '+', 1), attempted: now }))
    .where('webhook_id', '=', webhookId)
    .where(({ ref }) => isDue(ref('due'), within(now)))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries as next')
        .select('next.id')
        .where('next.webhook_id', '=', webhookId)
        .where(isReady(now))
        .orderBy('next.position')
        .limit(limit),
    )
    .returning(deliveryColumns)
    .execute()
  return claimed.toSorted((one, other) => one.position - other.position)
}

/** Result of an attempt, as the log keeps it. */
export interface Attempt
  extends Pick<
    Selectable<WebhookTables['webhook_deliveries']>,
    'status' | 'duration' | 'response' | 'failure'
  > {
  delivered: boolean
  /** Time of the next attempt. Null: there is none. */
  due: number | null
}

/** Records the same result for some deliveries. */
export async function recordAttempts(
  trx: Db,
  webhookId: string,
  ids: readonly string[],
  { delivered, ...attempt }: Attempt,
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ ...attempt, delivered: delivered ? 1 : 0 })
    .where('webhook_id', '=', webhookId)
    .where('id', 'in', ids)
    .execute()
}

/** Makes claimed deliveries that were not sent due again. */
export async function releaseDeliveries(
  trx: Db,
  webhookId: string,
  ids: readonly string[],
  due: number,
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ due, attempts: eb('attempts', '-', 1) }))
    .where('webhook_id', '=', webhookId)
    .where('id', 'in', ids)
    .where('due', 'is not', null)
    .execute()
}

/** Ends deliveries of a webhook that wait, without sending them. */
export async function dropDeliveries(
  db: Db,
  webhookId: string,
  failure: 'expired' | 'disabled',
  before = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ due: null, failure })
    .where('webhook_id', '=', webhookId)
    .where('due', 'is not', null)
    .where('expires', '<=', before)
    .execute()
}

/** Resets a webhook's failures. */
export async function recordSuccess(trx: Db, { id, failures }: Webhook): Promise<void> {
  if (failures === 0) return
  await trx
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null, rest_until: 0 })
    .where('id', '=', id)
    .execute()
}

export async function recordFailure(
  trx: Db,
  { id, failures }: Webhook,
  { now, restUntil }: { now: number; restUntil: number },
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({
      failures: failures + 1,
      failing_since: sql<number>`coalesce(failing_since, ${now})`,
      rest_until: restUntil,
    })
    .where('id', '=', id)
    .execute()
}

export async function letRest(db: Db, id: string, restUntil: number): Promise<void> {
  await db.updateTable('webhooks').set({ rest_until: restUntil }).where('id', '=', id).execute()
}

/** Disables a webhook. Returns false if it was disabled or removed before. */
export async function disableWebhook(trx: Db, id: string, disabled: DisabledReason): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ disabled })
    .where('id', '=', id)
    .where('disabled', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
