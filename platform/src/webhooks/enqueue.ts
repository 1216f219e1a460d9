import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import { isPostgres } from '../foundation/database/dialect.ts'
import { newTimedId } from '../foundation/ids.ts'
import type { EventType, NewEvent } from './events.ts'
import { deliveryLifetime } from './rules.ts'

/**
 * Adds an event to the outbox of each webhook that wants it, inside the transaction that makes it happen. Without such a webhook,
 * it costs one short query. Call it after the locks of the transaction, because events of a subject are sent in the order of these
 * calls.
 */
export async function enqueueEvent(db: Db, event: NewEvent, now: number): Promise<void> {
  const wanted = await listWanting(db, event)
  if (wanted.length > 0) await addDeliveries(db, wanted, { ...event, data: await event.data() }, now)
}

/** Adds one event to the outbox of webhooks. */
export async function addDeliveries(
  db: Db,
  webhookIds: readonly string[],
  { type, subject, link, data }: { type: EventType; subject: string; link: string; data: object },
  now: number,
): Promise<void> {
  const delivery = {
    id: `msg_${newTimedId(now)}`,
    position: positionIn(db),
    type,
    subject,
    link,
    data: JSON.stringify(data),
    created: now,
    expires: now + deliveryLifetime,
    due: now,
  }
  await db
    .insertInto('webhook_deliveries')
    .values(webhookIds.map((webhook_id) => ({ ...delivery, webhook_id })))
    .execute()
}

/** Lists the webhooks that want an event. None can be removed until the transaction ends. */
async function listWanting(trx: Db, { type, ownerId }: NewEvent): Promise<string[]> {
  const rows = await trx
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('disabled', 'is', null)
    .where((eb) => eb.or([eb('user_id', 'is', null), ...(ownerId ? [eb('user_id', '=', ownerId)] : [])]))
    .$if(isPostgres(trx), (query) => query.forKeyShare())
    .execute()
  return rows.filter(({ events }) => events.split(',').includes(type)).map(({ id }) => id)
}

/** The time of the statement in microseconds: not of the transaction, which may have waited for a lock. */
const positionIn = (db: Db): number | RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
    : Math.floor((performance.timeOrigin + performance.now()) * 1_000)
