import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import { isAboveUserLevel } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { type Inbox, notify } from '../../notifications/door.ts'
import { type DisabledReason, hasFailedTooLong, restAfter, retryDelay } from '../rules.ts'
import { isThrottled, type Response, type Responses } from './deliver.ts'
import {
  type Attempt,
  type ClaimedDelivery,
  disableWebhook,
  dropDeliveries,
  letRest,
  recordAttempts,
  recordFailure,
  recordSuccess,
  releaseDeliveries,
  type Webhook,
} from './queries.ts'

interface Settling {
  groupCommit: GroupCommit<Database>
  now: Clock
  log: Logger
  inbox: Pick<Inbox, 'wake'>
}

/** Records the results of claimed deliveries in one transaction, and disables a webhook that has failed for too long. */
export async function settle(
  { groupCommit, now, log, inbox }: Settling,
  webhook: Webhook,
  claimed: readonly ClaimedDelivery[],
  responses: Responses,
): Promise<void> {
  const time = now()
  const all = [...responses.values()]
  const hasSucceeded = all.some(({ outcome }) => outcome === 'delivered')
  const throttled = throttledRest(all)
  const reason = reasonToDisable(webhook, all, time)
  const told = await groupCommit(async (trx) => {
    await record(trx, webhook, claimed, responses, time)
    const unsent = claimed.filter(({ id }) => !responses.has(id)).map(({ id }) => id)
    await releaseDeliveries(trx, webhook.id, unsent, time)
    if (hasSucceeded) {
      await recordSuccess(trx, webhook)
      if (throttled > 0) await letRest(trx, webhook.id, time + throttled)
    } else if (all.length > 0) {
      const rest = Math.max(throttled, restAfter(webhook.failures + 1))
      await recordFailure(trx, webhook, { now: time, restUntil: time + rest })
    }
    if (!reason || !(await disableWebhook(trx, webhook.id, reason))) return []
    await dropDeliveries(trx, webhook.id, 'disabled')
    return tellOwners(trx, webhook, time)
  })
  for (const id of told) inbox.wake(id)
  if (told.length > 0) log.warn({ webhook: webhook.id, reason }, 'a webhook was disabled')
}

/** Returns the longest delay that the receiver asks for, or 0 if it does not ask for fewer requests. */
const throttledRest = (responses: readonly Response[]): number =>
  responses.some(isThrottled) ? retryDelay(1, Math.max(...responses.map(({ retryAfter }) => retryAfter))) : 0

/** Records equal results in one statement, because most requests to a receiver end alike. */
async function record(
  trx: Db,
  webhook: Webhook,
  claimed: readonly ClaimedDelivery[],
  responses: Responses,
  now: number,
): Promise<void> {
  const equal = new Map<string, { ids: string[]; attempt: Attempt }>()
  for (const delivery of claimed) {
    const response = responses.get(delivery.id)
    if (!response) continue
    const attempt = attemptOf(delivery, response, now)
    const key = JSON.stringify(attempt)
    const same = equal.get(key)
    if (same) same.ids.push(delivery.id)
    else equal.set(key, { ids: [delivery.id], attempt })
  }
  for (const { ids, attempt } of equal.values()) await recordAttempts(trx, webhook.id, ids, attempt)
}

function attemptOf(
  { attempts, expires }: ClaimedDelivery,
  { outcome, retryAfter, ...response }: Response,
  now: number,
): Attempt {
  const delivered = outcome === 'delivered'
  const isLast = delivered || now >= expires
  return { ...response, delivered, due: isLast ? null : now + retryDelay(attempts, retryAfter) }
}

function reasonToDisable(
  { failing_since }: Webhook,
  responses: readonly Response[],
  now: number,
): DisabledReason | undefined {
  if (responses.some(({ outcome }) => outcome === 'gone')) return 'gone'
  if (responses.length === 0 || responses.some(({ outcome }) => outcome === 'delivered')) return undefined
  return hasFailedTooLong(failing_since, now) ? 'failing' : undefined
}

/** Notifies the owner, or the administrators of the platform's webhook. Returns their ids. */
async function tellOwners(trx: Db, { user_id, url }: Webhook, now: number): Promise<string[]> {
  const owners = user_id === null ? await listAdministrators(trx) : [user_id]
  const link = user_id === null ? '/admin/webhooks' : '/settings/webhooks'
  const happening = { event: 'webhook_disabled', values: { host: new URL(url).host } } as const
  for (const recipientId of owners)
    await notify(trx, { recipientId, senderId: null, type: 'security', happening, link }, now)
  return owners
}

async function listAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(isAboveUserLevel)
    .where('permission_level', '=', permissionLevel.administrator)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
