import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { isChosenEvent } from './events.ts'
import { ownerOf, requireWebhook } from './manage-webhooks.ts'
import { listDeliveries, listWebhooksOf } from './queries.ts'
import { eventsOf, type WebhookKind } from './rules.ts'
import type { Webhook } from './sending/queries.ts'

/** Deliveries per page of the log. */
const perPage = 50

/** Lists the webhooks that the actor manages, the newest first. @throws Refused `forbidden` */
export async function viewWebhooks({ db }: { db: Db }, actor: Actor, kind: WebhookKind) {
  const webhooks = await listWebhooksOf(db, ownerOf(actor, kind))
  return { webhooks: webhooks.map(viewOf), events: [...eventsOf(kind)] }
}

const viewOf = ({ id, url, events, format, created, disabled, failing_since }: Webhook) => ({
  id,
  url,
  events: events.split(',').filter(isChosenEvent),
  format,
  created,
  disabled,
  failingSince: failing_since,
})

/**
 * Returns a webhook with its deliveries, the newest first.
 *
 * @param before `next` of the previous page.
 * @throws Refused `missing`; `forbidden`
 */
export async function viewDeliveries(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  kind: WebhookKind,
  { id, before }: { id: string; before: string | null },
) {
  const webhook = await requireWebhook(db, ownerOf(actor, kind), id)
  const from = before !== null && /^\d{1,16}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER
  const rows = await listDeliveries(db, id, from, perPage + 1)
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  return {
    webhook: {
      ...viewOf(webhook),
      oldSecretUntil: webhook.old_secret_until > now() ? webhook.old_secret_until : null,
    },
    deliveries: shown.map(({ position: _, due, delivered, ...delivery }) => ({
      ...delivery,
      due,
      state:
        due !== null ? ('waiting' as const) : delivered === 1 ? ('delivered' as const) : ('failed' as const),
    })),
    next: rows.length > perPage && last ? String(last.position) : null,
  }
}
