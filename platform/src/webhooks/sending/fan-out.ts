import { isPostgres } from '@baseplate/storage/database/dialect'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { deliveryLifetime } from '../rules.ts'

/** Events per transaction. */
const perTransaction = 100

/**
 * Turns the events of the outbox into deliveries, one for each webhook. Transactions of users write only the event, because the
 * deliveries of ten webhooks change thirty index pages. Here, many events share these pages.
 */
export async function fanOutEvents(db: Db): Promise<void> {
  while ((await fanOutSome(db)) === perTransaction);
}

/** Returns the number of events. */
const fanOutSome = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx: Db) => {
    const events = await trx
      .selectFrom('webhook_events')
      .select('id')
      .orderBy('position')
      .limit(perTransaction)
      .$if(isPostgres(trx), (query) => query.forUpdate().skipLocked())
      .execute()
    if (events.length === 0) return 0
    await fanOut(
      trx,
      events.map(({ id }) => id),
    )
    return events.length
  })

/** Turns these events into deliveries. */
export async function fanOut(trx: Db, eventIds: readonly string[]): Promise<void> {
  await insertDeliveries(trx, eventIds)
  await trx.deleteFrom('webhook_events').where('id', 'in', eventIds).execute()
}

/** Inserts the deliveries of events for webhooks that still exist and are enabled. No such webhook can be removed meanwhile. */
async function insertDeliveries(trx: Db, eventIds: readonly string[]): Promise<void> {
  const wanted = isPostgres(trx)
    ? sql<{ value: string }>`json_array_elements_text(event.webhook_ids::json)`
    : sql<{ value: string }>`json_each(event.webhook_ids)`
  await trx
    .insertInto('webhook_deliveries')
    .columns(['webhook_id', 'id', 'position', 'type', 'subject', 'link', 'data', 'created', 'expires', 'due'])
    .expression((eb) =>
      eb
        .selectFrom('webhook_events as event')
        .innerJoin(wanted.as('wanted'), (join) => join.onTrue())
        .innerJoin('webhooks', 'webhooks.id', 'wanted.value')
        .select(['webhooks.id as webhook_id', 'event.id', 'event.position', 'event.type', 'event.subject'])
        .select(['event.link', 'event.data', 'event.created'])
        .select([sql<number>`event.created + ${deliveryLifetime}`.as('expires'), 'event.created as due'])
        .where('event.id', 'in', eventIds)
        .where('webhooks.disabled', 'is', null)
        .orderBy('webhooks.id')
        .orderBy('event.position')
        .$if(isPostgres(trx), (query) => query.forKeyShare('webhooks')),
    )
    .execute()
}
