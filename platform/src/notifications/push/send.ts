import type { Catalogues } from '@baseplate/texts/catalogues'
import { listOpenSessions } from '../../accounts/sessions/queries.ts'
import type { Db } from '../../database.ts'
import { type Clock, minute } from '../../foundation/clock.ts'
import { isRefusedAddress } from '../../foundation/connections.ts'
import { type IdentityReader, languageFor } from '../../foundation/identity.ts'
import type { Logger } from '../../foundation/log.ts'
import { type Delivered, isReachable, listUnread } from '../deliveries.ts'
import { findChoices, findSchedule } from '../settings/queries.ts'
import { kindOf } from '../settings/rules.ts'
import { quietUntil } from '../settings/schedule.ts'
import { sentenceOf } from '../texts.ts'
import { type PushConnections, type PushResponse, postPush } from './post.ts'
import {
  claimPush,
  type DuePush,
  delayPushes,
  deletePush,
  deleteSubscription,
  listDuePushes,
} from './queries.ts'
import { type Outcome, outcomeOf, pushLifetimeMs, retryDelay } from './rules.ts'
import type { VapidKeys } from './vapid.ts'

export interface PushingParts {
  db: Db
  now: Clock
  log: Logger
  identity: IdentityReader
  texts: Catalogues
  vapidKeys: () => Promise<VapidKeys>
  pushConnections: PushConnections
}

/** Number of pushes per batch. They are sent at once, so a slow push service delays its batch by the patience of one request. */
const perBatch = 32

/** Time after which another attempt may begin. An attempt takes less, unless its process is killed. */
const attemptMs = minute

/** Longest text in characters: the encrypted message must be under 4,096 bytes (RFC 8291). */
const maxTextLength = 500

/** Delivers the pushes that are due. The pushes of one browser are sent one after the other. */
export async function sendPushes(parts: PushingParts, lost: AbortSignal): Promise<void> {
  for (;;) {
    const due = await listDuePushes(parts.db, parts.now(), perBatch)
    if (lost.aborted || parts.pushConnections.closing.signal.aborted) return
    const browsers = Map.groupBy(due, ({ subscription_id }) => subscription_id)
    const first = [...browsers.values()].flatMap(([push]) => push ?? [])
    const delivered = await Promise.allSettled(first.map((push) => deliver(parts, push)))
    const faults = delivered.filter((one) => one.status === 'rejected')
    for (const { reason } of faults) parts.log.error({ error: (reason as Error).message }, 'a push failed')
    // A push whose delivery broke off may be due still, so the rest waits for the next run.
    if (faults.length > 0 || (due.length < perBatch && first.length === due.length)) return
  }
}

async function deliver(parts: PushingParts, push: DuePush): Promise<void> {
  const { db, now } = parts
  const quiet = quietUntil(now(), await findSchedule(db, push.user_id))
  if (quiet !== undefined) return delayPushes(db, push, quiet)
  if (!(await claimPush(db, push, now() + attemptMs))) return
  const expired = push.created + pushLifetimeMs <= now()
  const message = expired ? undefined : await messageOf(parts, push)
  if (message === 'signed out') return deleteSubscription(db, push.subscription_id)
  if (message === undefined) return deletePush(db, push)
  await settle(parts, push, await post(parts, push, message))
}

/** Returns the message for the browser. Undefined if the user no longer wants the notification, or has read it. */
async function messageOf(
  { db, now, identity, texts }: PushingParts,
  { user_id: userId, notification_id: id, session }: DuePush,
): Promise<string | 'signed out' | undefined> {
  if (!(await listOpenSessions(db, userId, now())).has(session)) return 'signed out'
  if (!(await isReachable(db, userId, now()))) return undefined
  const [notification] = await listUnread(db, userId, [id])
  if (!notification || !(await isWanted(db, userId, notification))) return undefined
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  const site = await identity.read()
  return JSON.stringify({
    title: site.name,
    body: sentenceOf(texts.of(languageFor(site, user?.language)), notification).slice(0, maxTextLength),
    link: notification.link,
    id,
  })
}

async function isWanted(db: Db, userId: string, { type }: Delivered): Promise<boolean> {
  const kind = kindOf(type)
  return kind === undefined || (await findChoices(db, userId))[kind].push
}

interface Attempt extends Pick<PushResponse, 'retryAfter'> {
  outcome: Outcome
  /** For the log. */
  reason: string
}

async function post(parts: PushingParts, push: DuePush, message: string): Promise<Attempt> {
  const lifetimeMs = push.created + pushLifetimeMs - parts.now()
  try {
    const vapid = await parts.vapidKeys()
    const { status, retryAfter } = await postPush(push, message, {
      ...parts.pushConnections,
      vapid,
      lifetimeMs,
    })
    return { outcome: outcomeOf(status), retryAfter, reason: `status ${status}` }
  } catch (error) {
    const reason = (error as Error).message
    return { outcome: isRefusedAddress(error as Error) ? 'unsubscribe' : 'retry', retryAfter: 0, reason }
  }
}

async function settle(
  { db, now, log }: PushingParts,
  push: DuePush,
  { outcome, retryAfter, reason }: Attempt,
): Promise<void> {
  const { host } = new URL(push.endpoint)
  if (outcome === 'delivered') return deletePush(db, push)
  if (outcome === 'retry') return delayPushes(db, push, now() + retryDelay(push.attempts + 1, retryAfter))
  if (outcome === 'unsubscribe') {
    log.info({ host, reason }, 'a browser no longer takes pushes and was removed')
    return deleteSubscription(db, push.subscription_id)
  }
  log.warn({ host, reason }, 'a push was refused and dropped')
  await deletePush(db, push)
}
