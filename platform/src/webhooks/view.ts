import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { noInput } from '../foundation/input.ts'
import { isChosenEvent } from './events.ts'
import { logInput } from './input.ts'
import { forBoth, ownerOf, requireWebhook } from './manage-webhooks.ts'
import { listDeliveries, listWebhooksOf } from './queries.ts'
import { eventsOf } from './rules.ts'
import type { Webhook } from './sending/queries.ts'

/** Deliveries per page of the log. */
const perPage = 50

export const viewWebhooks = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary:
        kind === 'own'
          ? "Lists the actor's webhooks, and the events that they can receive."
          : 'Lists the webhooks of the platform, and the events that they can receive.',
      input: noInput,
    },
    async ({ db }: { db: Db }, actor) => {
      const webhooks = await listWebhooksOf(db, ownerOf(actor, kind))
      return { webhooks: webhooks.map(viewOf), events: [...eventsOf(kind)] }
    },
  ),
)

const viewOf = ({ id, url, events, format, created, disabled, failing_since }: Webhook) => ({
  id,
  url,
  events: events.split(',').filter(isChosenEvent),
  format,
  created,
  disabled,
  failingSince: failing_since,
})

/** @throws Refused `missing` */
export const viewDeliveries = forBoth((kind, access) =>
  useCase(
    {
      ...access,
      summary: 'Returns a webhook with a page of its deliveries, the newest first.',
      input: logInput,
    },
    async ({ db, now }: { db: Db; now: Clock }, actor, { id, before }) => {
      const webhook = await requireWebhook(db, ownerOf(actor, kind), id)
      const from =
        before !== undefined && /^\d{1,16}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER
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
            due !== null
              ? ('waiting' as const)
              : delivered === 1
                ? ('delivered' as const)
                : ('failed' as const),
        })),
        next: rows.length > perPage && last ? String(last.position) : null,
      }
    },
  ),
)
