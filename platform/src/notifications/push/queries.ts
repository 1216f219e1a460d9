import { isPostgres } from '@baseplate/storage/database/dialect'
import { isDue } from '@baseplate/storage/database/is-due'
import type { Selectable } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { lockInbox } from '../queries.ts'
import { longestRetryMs, maxSubscriptions } from './rules.ts'
import type { PushTables } from './tables.ts'

/** Adds a push of a notification for each browser of its recipient. */
export async function addToPushes(
  db: Db,
  { userId, id, now }: { userId: string; id: number; now: number },
  subscriptionIds: readonly string[],
): Promise<void> {
  const push = { user_id: userId, notification_id: id, created: now, due: now }
  await db
    .insertInto('notification_pushes')
    .values(subscriptionIds.map((subscription_id) => ({ ...push, subscription_id })))
    .execute()
}

/** Lists a user's browsers. None can be removed until the transaction ends, so that it can add pushes for them. */
export async function listSubscriptionIds(trx: Db, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .$if(isPostgres(trx), (query) => query.forKeyShare())
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists a user's browsers, the newest first. */
export const listBrowsers = (db: Db, userId: string) =>
  db
    .selectFrom('push_subscriptions')
    .select(['id', 'session', 'device', 'endpoint', 'created'])
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute()

export type Subscription = Selectable<PushTables['push_subscriptions']>

/** Stores a subscription, which may have been another user's in the same browser, and removes the user's oldest ones. */
export async function saveSubscription(trx: Db, subscription: Subscription): Promise<void> {
  // Subscriptions of one user are stored one after the other, and no notification locks the browsers in between.
  await lockInbox(trx, subscription.user_id)
  // Pushes that wait are for the user who used the browser before.
  await deleteSubscription(trx, subscription.id)
  await trx
    .insertInto('push_subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(subscription))
    .execute()
  const ids = (await listBrowsers(trx, subscription.user_id)).slice(maxSubscriptions).map(({ id }) => id)
  for (const id of ids) await deleteSubscription(trx, id)
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** A push with the browser that it is for. */
export type DuePush = Awaited<ReturnType<typeof listDuePushes>>[number]

interface Wanted {
  limit: number
  busyUsers: readonly string[]
  busyBrowsers: readonly string[]
  /** Leaves out pushes that have been attempted. */
  onlyFirst: boolean
}

export const listDuePushes = (db: Db, now: number, { limit, busyUsers, busyBrowsers, onlyFirst }: Wanted) =>
  db
    .selectFrom('notification_pushes as push')
    .innerJoin('push_subscriptions as subscription', 'subscription.id', 'push.subscription_id')
    .select([
      'push.subscription_id',
      'push.user_id',
      'push.notification_id',
      'push.created',
      'push.attempts',
      'subscription.session',
      'subscription.endpoint',
      'subscription.p256dh',
      'subscription.auth',
    ])
    .where(({ ref }) => isDue(ref('push.due'), { now, longestMs: longestRetryMs }))
    .$if(busyUsers.length > 0, (query) => query.where('push.user_id', 'not in', busyUsers))
    .$if(busyBrowsers.length > 0, (query) => query.where('push.subscription_id', 'not in', busyBrowsers))
    .$if(onlyFirst, (query) => query.where('push.attempts', '=', 0))
    .orderBy('push.due')
    .orderBy('push.notification_id')
    .limit(limit)
    .execute()

const pushKey = ({ subscription_id, notification_id }: DuePush) => ({ subscription_id, notification_id })

/** Records an attempt before it is made. Returns false if another process makes it. */
export async function claimPush(db: Db, push: DuePush, due: number): Promise<boolean> {
  const { subscription_id, notification_id } = pushKey(push)
  const { numUpdatedRows } = await db
    .updateTable('notification_pushes')
    .set({ attempts: push.attempts + 1, due })
    .where('subscription_id', '=', subscription_id)
    .where('notification_id', '=', notification_id)
    .where('attempts', '=', push.attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Delays a push, and the others of its browser at least as long, so that a failing push service is asked once for all of them. */
export async function delayPushes(db: Db, push: DuePush, due: number): Promise<void> {
  const { subscription_id, notification_id } = pushKey(push)
  await db
    .updateTable('notification_pushes')
    .set({ due })
    .where('subscription_id', '=', subscription_id)
    .where((eb) => eb.or([eb('notification_id', '=', notification_id), eb('due', '<', due)]))
    .execute()
}

export async function deletePush(db: Db, push: DuePush): Promise<void> {
  const { subscription_id, notification_id } = pushKey(push)
  await db
    .deleteFrom('notification_pushes')
    .where('subscription_id', '=', subscription_id)
    .where('notification_id', '=', notification_id)
    .execute()
}

/** Makes a user's waiting pushes due, after a change of the quiet hours that delayed them. */
export async function makePushesDue(db: Db, userId: string, now: number): Promise<void> {
  await db
    .updateTable('notification_pushes')
    .set({ due: now })
    .where('user_id', '=', userId)
    .where('attempts', '=', 0)
    .where('due', '>', now)
    .execute()
}
