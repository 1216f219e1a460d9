import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, minute, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { isRefusedAddress } from '@baseplate/service/network/connections'
import type { Catalogues } from '@baseplate/texts/catalogues'
import { type BrandingReader, languageFor } from '../../foundation/branding.ts'
import type { Db } from '../../foundation/database.ts'
import { listOpenSessions } from '../../sign-in/door.ts'
import { isReachable } from '../deliveries.ts'
import { type Delivered, listUnread } from '../queries.ts'
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
  branding: BrandingReader
  texts: Catalogues
  vapidKeys: () => Promise<VapidKeys>
  pushConnections: PushConnections
}

/** Maximum number of pushes that are sent at once. */
const atOnce = 32

/** Maximum number of pushes of one user that are sent at once: users name the endpoints, which may be slow on purpose. */
const perUser = 2

/** Maximum number of pushes that are repeated at once, so that endpoints that fail leave room for the others. */
const repeatedAtOnce = 8

/** While requests are in progress, further due pushes are looked for at this interval. */
const lookMs = second

/** Time after which another attempt may begin. An attempt takes less, unless its process is killed. */
const attemptMs = minute

/** Longest text in characters: the encrypted message must be under 4,096 bytes (RFC 8291). */
const maxTextLength = 500

/**
 * Delivers the pushes that are due, and further ones that become due meanwhile. The pushes of one browser are sent one after the other. A
 * slow push service holds up the pushes of its own browsers only.
 *
 * @param lost ends the run after the requests in progress.
 */
export async function sendPushes(parts: PushingParts, lost: AbortSignal): Promise<void> {
  const over = AbortSignal.any([lost, parts.pushConnections.closing.signal])
  const running = new Map<string, { push: DuePush; sent: Promise<void> }>()
  /** Browsers whose delivery broke off. Their pushes may be due still, so they wait for the next run. */
  const broken = new Set<string>()
  const start = (push: DuePush) => {
    const { subscription_id: id } = push
    const sent = deliver(parts, push)
      .catch((error: Error) => {
        parts.log.error({ error: error.message }, 'a push failed')
        broken.add(id)
      })
      .finally(() => running.delete(id))
    running.set(id, { push, sent })
  }
  while (!over.aborted) {
    const busy = [...running.values()].map(({ push }) => push)
    const due = await nextPushes(parts, busy, broken)
    if (over.aborted) break
    for (const push of due) start(push)
    if (running.size === 0) {
      if (busy.length === 0) return
      // Browsers that were busy were left out, but their deliveries have ended meanwhile.
      continue
    }
    if (due.length > 0 && running.size < atOnce) continue
    await Promise.race([
      ...[...running.values()].map(({ sent }) => sent),
      delay(lookMs, undefined, { ref: false }),
    ])
  }
  await Promise.all([...running.values()].map(({ sent }) => sent))
}

/** Returns pushes to start beside the running ones: one per browser, within the shares of users and of repeated pushes. */
async function nextPushes(
  { db, now }: PushingParts,
  running: readonly DuePush[],
  broken: ReadonlySet<string>,
): Promise<DuePush[]> {
  const room = atOnce - running.length
  if (room <= 0) return []
  const ofUser = Map.groupBy(running, ({ user_id }) => user_id)
  const busyUsers = [...ofUser].filter(([, pushes]) => pushes.length >= perUser).map(([id]) => id)
  const repeated = running.filter(isRepeated).length
  const listed = await listDuePushes(db, now(), {
    limit: atOnce * perUser,
    busyUsers,
    busyBrowsers: [...broken, ...running.map(({ subscription_id }) => subscription_id)],
    onlyFirst: repeated >= repeatedAtOnce,
  })
  const chosen: DuePush[] = []
  for (const push of listed) {
    const both = [...running, ...chosen]
    const isFree =
      both.length < atOnce &&
      !both.some(({ subscription_id }) => subscription_id === push.subscription_id) &&
      both.filter(({ user_id }) => user_id === push.user_id).length < perUser &&
      !(isRepeated(push) && both.filter(isRepeated).length >= repeatedAtOnce)
    if (isFree) chosen.push(push)
  }
  return chosen
}

const isRepeated = ({ attempts }: DuePush): boolean => attempts > 0

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
  { db, now, branding, texts }: PushingParts,
  { user_id: userId, notification_id: id, session }: DuePush,
): Promise<string | 'signed out' | undefined> {
  if (!(await listOpenSessions(db, userId, now())).has(session)) return 'signed out'
  if (!(await isReachable(db, userId, now()))) return undefined
  const [notification] = await listUnread(db, userId, [id])
  if (!notification || !(await isWanted(db, userId, notification))) return undefined
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  const site = await branding.read()
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
