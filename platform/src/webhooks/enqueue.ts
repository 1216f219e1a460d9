import { isPostgres } from '@baseplate/storage/database/dialect'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../foundation/database.ts'
import { newTimedId } from '../foundation/ids.ts'
import type { EventType, NewEvent } from './events.ts'

/**
 * Adds an event to the outbox if a webhook wants it, inside the transaction that makes it happen. Without such a webhook, it costs
 * one short query. Call it once the transaction holds its locks, because events of a subject are sent in the order of these calls.
 */
export async function enqueueEvent(db: Db, event: NewEvent, now: number): Promise<void> {
  const wanted = await listWanting(db, event)
  if (wanted.length > 0) await addEvent(db, wanted, { ...event, data: await event.data() }, now)
}

/** Adds an event for some webhooks to the outbox, and returns its id. */
export async function addEvent(
  db: Db,
  webhookIds: readonly string[],
  { type, subject, link, data }: { type: EventType; subject: string; link: string; data: object },
  now: number,
): Promise<string> {
  const id = `msg_${newTimedId(now)}`
  await db
    .insertInto('webhook_events')
    .values({
      id,
      webhook_ids: JSON.stringify(webhookIds),
      position: positionIn(db),
      type,
      subject,
      link,
      data: JSON.stringify(data),
      created: now,
    })
    .execute()
  return id
}

/** Lists the webhooks that want an event. */
async function listWanting(db: Db, { type, ownerId }: NewEvent): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('disabled', 'is', null)
    .where((eb) => eb.or([eb('user_id', 'is', null), ...(ownerId ? [eb('user_id', '=', ownerId)] : [])]))
    .execute()
  return rows.filter(({ events }) => events.split(',').includes(type)).map(({ id }) => id)
}

/** The time of the statement in microseconds: not of the transaction, which may have waited for a lock. */
const positionIn = (db: Db): number | RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
    : Math.floor((performance.timeOrigin + performance.now()) * 1_000)
