import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, hour, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Catalogues } from '@baseplate/texts/catalogues'
import { type BrandingReader, languageFor } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { type Inbox, isReachable } from '../../notifications/door.ts'
import { bodyOf, type Writing } from './body.ts'
import { fanOutEvents } from './fan-out.ts'
import {
  claimDeliveries,
  dropDeliveries,
  findSendable,
  letRest,
  listDueWebhooks,
  type Webhook,
} from './queries.ts'
import type { WebhookSender } from './sender.ts'
import { settle } from './settle.ts'

export interface Sending {
  db: Db
  groupCommit: GroupCommit<Database>
  now: Clock
  log: Logger
  config: Pick<Config, 'baseUrl' | 'CurrencySymbol'>
  branding: Pick<BrandingReader, 'read'>
  texts: Catalogues
  inbox: Pick<Inbox, 'wake'>
  webhookSender: WebhookSender
}

/** Deliveries of one webhook per claim. */
const perClaim = 100

/** Time for which a claim starts requests. The last one takes no longer than its timeout. */
const sendingMs = 15 * second

/** Time after which another process may send claimed deliveries again. */
const claimMs = 30 * second

/** While requests are in progress, new events and other webhooks are looked for at this interval. */
const lookMs = second

/** A webhook is tried again this long after an error of the site, such as one of the database. */
const faultMs = 10 * second

/** A webhook of a suspended owner is looked at again after this time. */
const suspendedMs = hour

/**
 * Sends due deliveries, for all webhooks at once: a slow receiver holds up only its own deliveries. Also sends deliveries that
 * become due meanwhile.
 *
 * @param lost ends the run after the requests in progress.
 */
export async function sendWebhooks(sending: Sending, lost: AbortSignal): Promise<void> {
  const { db, now, log, webhookSender } = sending
  const over = AbortSignal.any([lost, webhookSender.closing])
  const running = new Map<string, Promise<void>>()
  const start = (id: string) =>
    sendAllOf(sending, id, over)
      .catch(async (error: Error) => {
        log.error({ webhook: id, error: error.message }, 'the deliveries of a webhook failed')
        await delay(faultMs, undefined, { ref: false, signal: over }).catch(() => {})
      })
      .finally(() => running.delete(id))
  while (!over.aborted) {
    await fanOutEvents(db)
    for (const id of await listDueWebhooks(db, now())) if (!running.has(id)) running.set(id, start(id))
    const all = Promise.all(running.values())
    await Promise.race([all, delay(lookMs, undefined, { ref: false })])
    if (running.size === 0) return
  }
  await Promise.all(running.values())
}

/** Sends the due deliveries of a webhook, until a claim gets fewer than its limit. */
async function sendAllOf(sending: Sending, id: string, over: AbortSignal): Promise<void> {
  const { db, groupCommit, now, webhookSender } = sending
  while (!over.aborted) {
    const webhook = await findSendable(db, id, now())
    if (!webhook || !(await mayBeSent(sending, webhook))) return
    const time = now()
    // A webhook that has failed is tried with one request.
    const limit = webhook.failures > 0 ? 1 : perClaim
    const claim = { now: time, until: time + claimMs, limit }
    const claimed = await groupCommit((trx) => claimDeliveries(trx, id, claim))
    if (claimed.length === 0) return
    const isLast = claimed.length < limit
    const writing = await prepareWriting(sending, webhook)
    const outcomes = await webhookSender.send({
      url: webhook.url,
      secrets: secretsOf(webhook, time),
      deliveries: claimed.map((one) => ({ id: one.id, subject: one.subject, body: bodyOf(one, writing) })),
      now: time,
      sendingMs,
    })
    await settle(sending, webhook, claimed, outcomes)
    if (isLast) return
  }
}

/** Returns the secrets that sign: after a rotation, the old one as well for a while. */
const secretsOf = ({ secret, old_secret, old_secret_until }: Webhook, now: number): string[] =>
  old_secret !== null && old_secret_until > now ? [secret, old_secret] : [secret]

/** Whether the owner is neither suspended nor leaving. Otherwise, the webhook rests, and its old deliveries expire. */
async function mayBeSent({ db, now }: Sending, { id, user_id }: Webhook): Promise<boolean> {
  if (user_id === null || (await isReachable(db, user_id, now()))) return true
  await dropDeliveries(db, id, 'expired', now())
  await letRest(db, id, now() + suspendedMs)
  return false
}

async function prepareWriting(
  { db, config, branding, texts }: Sending,
  { format, user_id }: Webhook,
): Promise<Writing> {
  const site = await branding.read()
  const owner =
    user_id === null
      ? undefined
      : await db.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst()
  return {
    format,
    baseUrl: config.baseUrl,
    siteName: site.name,
    currency: config.CurrencySymbol,
    texts: texts.of(languageFor(site, owner?.language)),
  }
}
