import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from '../foundation/database.ts'
import type { Webhook } from './sending/queries.ts'

/** Null: the platform's webhooks. */
export type OwnerId = string | null

const ownedBy = (ownerId: OwnerId) => (eb: ExpressionBuilder<Database, 'webhooks'>) =>
  ownerId === null ? eb('user_id', 'is', null) : eb('user_id', '=', ownerId)

/** Lists webhooks of an owner, the newest first. */
export const listWebhooksOf = (db: Db, ownerId: OwnerId): Promise<Webhook[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where(ownedBy(ownerId))
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findWebhook = (db: Db, ownerId: OwnerId, id: string): Promise<Webhook | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).where(ownedBy(ownerId)).executeTakeFirst()

export async function countWebhooks(db: Db, ownerId: OwnerId): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ownedBy(ownerId))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteWebhook(db: Db, ownerId: OwnerId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where(ownedBy(ownerId))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists deliveries of a webhook, the newest first. @param before position of the last delivery of the previous page. */
export const listDeliveries = (db: Db, webhookId: string, before: number, limit: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'position',
      'type',
      'subject',
      'link',
      'created',
      'due',
      'attempts',
      'attempted',
      'delivered',
      'status',
      'duration',
      'response',
      'failure',
    ])
    .where('webhook_id', '=', webhookId)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

/** Makes a finished delivery due again. Returns false if there is none. */
export async function repeatDelivery(
  db: Db,
  webhookId: string,
  id: string,
  { now, expires }: { now: number; expires: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ due: now, expires, attempts: 0, delivered: 0, failure: null })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .where('due', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts waiting deliveries. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('due', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts enabled webhooks whose last request failed. */
export async function countFailing(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('failures', '>', 0)
    .where('disabled', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
