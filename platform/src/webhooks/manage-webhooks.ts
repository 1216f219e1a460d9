import { type Clock, hour, second } from '@baseplate/service/clock'
import { lockTable } from '@baseplate/storage/database/lock-table'
import { lockUser, recordAction, useCase } from '../accounts/door.ts'
import { requireFreshProof } from '../accounts/factors/rules.ts'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { newTimedId } from '../foundation/ids.ts'
import type { Job } from '../foundation/jobs.ts'
import type { LimitCounts } from '../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../foundation/limits.ts'
import { addEvent } from './enqueue.ts'
import { createWebhookInput, deliveryInput, webhookIdInput } from './input.ts'
import * as queries from './queries.ts'
import { deliveryLifetime, maxWebhooks, oldSecretLifetime, type WebhookKind } from './rules.ts'
import { fanOut } from './sending/fan-out.ts'
import type { Webhook } from './sending/queries.ts'
import { newSigningSecret } from './sending/sign.ts'

/** Limits the requests that a user sends on demand, because the receiver may belong to a stranger. */
export const createWebhookLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, { points: 100, windowSeconds: hour / second, code: 'limits.webhooks' })

interface Managing {
  db: Db
  now: Clock
  config: Pick<Config, 'Webhooks'>
  webhookLimit: Limit
  /** Sends due deliveries. */
  webhookSending: Pick<Job, 'runNow'>
}

const levels = { own: permissionLevel.user, platform: permissionLevel.administrator } as const

/** States a use case for the webhooks of users and for those of the platform. Addresses may be secrets, such as those of chats. */
export const forBoth = <Stated>(
  state: (kind: WebhookKind, access: { scope: 'browser'; level: number }) => Stated,
): Record<WebhookKind, Stated> => ({
  own: state('own', { scope: 'browser', level: levels.own }),
  platform: state('platform', { scope: 'browser', level: levels.platform }),
})

/** Returns the owner of the webhooks that the actor manages. Null: those of the platform. */
export const ownerOf = (actor: Actor, kind: WebhookKind): queries.OwnerId =>
  kind === 'own' ? actor.id : null

/** @throws Refused `missing` */
export async function requireWebhook(db: Db, ownerId: queries.OwnerId, id: string): Promise<Webhook> {
  const webhook = await queries.findWebhook(db, ownerId, id)
  if (!webhook) throw new Refused('webhooks.not_found')
  return webhook
}

/** @throws Refused `conflict`: there are too many; `forbidden` without a fresh proof; `limited` */
export const createWebhook = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary: 'Creates a webhook. Its secret is returned once.',
      proof: true,
      input: ({ config }: Managing) => createWebhookInput(kind, config.Webhooks.AllowPrivateNetwork),
    },
    async (
      { db, now, webhookLimit },
      actor,
      { url, events, format },
    ): Promise<{ id: string; secret: string }> => {
      const ownerId = ownerOf(actor, kind)
      const time = now()
      // A webhook goes on sending to its address after the session has ended.
      requireFreshProof(actor, time)
      await webhookLimit.spend(actor.id)
      const id = newTimedId(time)
      const secret = newSigningSecret()
      await db.transaction().execute(async (trx) => {
        // Several administrators share the limit of the platform's webhooks.
        if (ownerId === null) await lockTable(trx, 'webhooks')
        else await lockUser(trx, ownerId)
        if ((await queries.countWebhooks(trx, ownerId)) >= maxWebhooks)
          throw new Refused('webhooks.too_many', { max: maxWebhooks })
        const created = { id, user_id: ownerId, url, events: events.join(), format, secret, created: time }
        await trx
          .insertInto('webhooks')
          .values({ ...created, old_secret: null, disabled: null, failing_since: null })
          .execute()
        const after = { host: new URL(url).host, events: created.events }
        await audit(trx, actor, ownerId, { action: 'createwebhook', id, before: null, after }, time)
      })
      return { id, secret }
    },
  ),
)

export const deleteWebhook = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary: 'Deletes a webhook with its deliveries. Does nothing if there is no such webhook.',
      input: webhookIdInput,
    },
    async ({ db, now }: Managing, actor, { id }): Promise<void> => {
      const ownerId = ownerOf(actor, kind)
      await db.transaction().execute(async (trx) => {
        const found = await queries.findWebhook(trx, ownerId, id)
        if (!found || !(await queries.deleteWebhook(trx, ownerId, id))) return
        const before = { host: new URL(found.url).host, events: found.events }
        await audit(trx, actor, ownerId, { action: 'deletewebhook', id, before, after: null }, now())
      })
    },
  ),
)

/** @throws Refused `missing`; `forbidden` without a fresh proof */
export const rotateSecret = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary:
        'Replaces the secret of a webhook, and returns the new one. The old one signs as well for a day.',
      proof: true,
      input: webhookIdInput,
    },
    async ({ db, now }: Managing, actor, { id }): Promise<{ id: string; secret: string }> => {
      const ownerId = ownerOf(actor, kind)
      const time = now()
      // A thief of the session could forge events with the secret.
      requireFreshProof(actor, time)
      const secret = newSigningSecret()
      await db.transaction().execute(async (trx) => {
        const { secret: old_secret, url } = await requireWebhook(trx, ownerId, id)
        const old_secret_until = time + oldSecretLifetime
        await trx
          .updateTable('webhooks')
          .set({ secret, old_secret, old_secret_until })
          .where('id', '=', id)
          .execute()
        const after = { host: new URL(url).host }
        await audit(trx, actor, ownerId, { action: 'replacewebhooksecret', id, before: null, after }, time)
      })
      return { id, secret }
    },
  ),
)

/** @throws Refused `missing` */
export const enableWebhook = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary:
        'Enables a webhook that was disabled. Events since then are not sent. Does nothing if it is enabled.',
      input: webhookIdInput,
    },
    async ({ db }: Managing, actor, { id }): Promise<void> => {
      await requireWebhook(db, ownerOf(actor, kind), id)
      await db
        .updateTable('webhooks')
        .set({ disabled: null, failures: 0, failing_since: null, rest_until: 0 })
        .where('id', '=', id)
        // An owner cannot end the back-off of an enabled webhook.
        .where('disabled', 'is not', null)
        .execute()
    },
  ),
)

/** @throws Refused `missing`; `conflict`: it is disabled; `limited` */
export const testWebhook = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary: 'Sends a test event to a webhook.',
      input: webhookIdInput,
    },
    async ({ db, now, webhookLimit, webhookSending }: Managing, actor, { id }): Promise<void> => {
      await requireEnabled(db, ownerOf(actor, kind), id)
      await webhookLimit.spend(actor.id)
      const link = kind === 'own' ? `/settings/webhooks/${id}` : `/admin/webhooks/${id}`
      await db.transaction().execute(async (trx) => {
        const event = { type: 'webhook.test', subject: 'webhook', link, data: {} } as const
        // At once, so that the log lists it.
        await fanOut(trx, [await addEvent(trx, [id], event, now())])
        await endBackOff(trx, id)
      })
      webhookSending.runNow()
    },
  ),
)

/** @throws Refused `missing`; `conflict`: the webhook is disabled; `limited` */
export const replayDelivery = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary: 'Repeats a delivery that was sent or given up, with the same id.',
      input: deliveryInput,
    },
    async ({ db, now, webhookLimit, webhookSending }: Managing, actor, { id, delivery }): Promise<void> => {
      await requireEnabled(db, ownerOf(actor, kind), id)
      await webhookLimit.spend(actor.id)
      const time = now()
      const again = { now: time, expires: time + deliveryLifetime }
      await db.transaction().execute(async (trx) => {
        if (!(await queries.repeatDelivery(trx, id, delivery, again)))
          throw new Refused('webhooks.delivery_not_found')
        await endBackOff(trx, id)
      })
      webhookSending.runNow()
    },
  ),
)

async function requireEnabled(db: Db, ownerId: queries.OwnerId, id: string): Promise<void> {
  const { disabled } = await requireWebhook(db, ownerId, id)
  if (disabled !== null) throw new Refused('webhooks.disabled')
}

/** Ends the back-off of a webhook, because its owner wants to see whether it works now. */
const endBackOff = (trx: Db, id: string) =>
  trx.updateTable('webhooks').set({ rest_until: 0 }).where('id', '=', id).execute()

interface Change {
  action: 'createwebhook' | 'deletewebhook' | 'replacewebhooksecret'
  id: string
  before: object | null
  after: object | null
}

/** Records a change of the platform's webhooks in the audit log. */
async function audit(
  trx: Db,
  actor: Actor,
  ownerId: queries.OwnerId,
  { action, id, before, after }: Change,
  now: number,
): Promise<void> {
  if (ownerId !== null) return
  await recordAction(trx, { actor, action, subject: `webhook:${id}`, before, after }, now)
}
