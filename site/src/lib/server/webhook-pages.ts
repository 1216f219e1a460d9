import { permissionLevel } from '@baseplate/platform/accounts/rules'
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
} from '@baseplate/platform/webhooks/manage-webhooks'
import { eventsOf, type WebhookKind } from '@baseplate/platform/webhooks/rules'
import { viewDeliveries, viewWebhooks } from '@baseplate/platform/webhooks/view'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { t } from '#lib/texts/t.ts'
import { asActor } from './as-actor.ts'
import { type Acting, staffAction } from './form.ts'
import { provenAction } from './proven-action.ts'

/** The pages of users and of administrators have the same forms. */
const levelOf = (kind: WebhookKind): number =>
  kind === 'platform' ? permissionLevel.administrator : permissionLevel.user

const pathOf = { own: '/settings/webhooks', platform: '/admin/webhooks' } as const

/** Loads the list of webhooks. */
export function loadWebhooks(event: RequestEvent, kind: WebhookKind) {
  const { platform, actor } = asActor(event, levelOf(kind))
  keepSecret(event)
  return viewWebhooks(platform, actor, kind)
}

/** Loads a webhook with the log of its deliveries. */
export async function loadWebhook(event: RequestEvent<{ id: string }>, kind: WebhookKind) {
  const { platform, actor } = asActor(event, levelOf(kind))
  keepSecret(event)
  const before = event.url.searchParams.get('before')
  const viewed = await viewDeliveries(platform, actor, kind, { id: event.params.id, before })
  // Breadcrumbs of the administration show the title.
  return { ...viewed, isFirstPage: before === null, title: new URL(viewed.webhook.url).host }
}

/** Keeps the page out of caches, because it shows a new secret after an action without scripts. */
const keepSecret = (event: RequestEvent) => event.setHeaders({ 'cache-control': 'private, no-store' })

/** The actions of the list. Programs name the events in one field. The form of the page has a box for each. */
export const webhookListActions = (kind: WebhookKind) => ({
  create: provenAction(
    'create',
    ({ platform, actor }, fields) => {
      const checked = eventsOf(kind).filter((type) => fields[type] === 'true')
      return createWebhook(platform, actor, kind, { ...fields, events: fields.events ?? checked.join() })
    },
    { level: levelOf(kind) },
  ),
})

/** The actions of one webhook. */
export function webhookActions(kind: WebhookKind) {
  const level = levelOf(kind)
  type Event = RequestEvent<{ id: string }>
  return {
    test: staffAction(level, 'test', async ({ platform, actor, event }: Acting<Event>) => {
      await testWebhook(platform, actor, kind, event.params)
      return { message: t('webhooks.tested') }
    }),
    replay: staffAction(level, 'replay', async ({ platform, actor, event }: Acting<Event>, fields) => {
      await replayDelivery(platform, actor, kind, { ...fields, id: event.params.id })
      return { message: t('webhooks.log.replayed') }
    }),
    enable: staffAction(level, 'enable', async ({ platform, actor, event }: Acting<Event>) => {
      await enableWebhook(platform, actor, kind, event.params)
      return { message: t('webhooks.enabled') }
    }),
    rotate: provenAction(
      'rotate',
      ({ platform, actor, event }: Acting<Event>) => rotateSecret(platform, actor, kind, event.params),
      { level },
    ),
    delete: staffAction(level, 'delete', async ({ platform, actor, event }: Acting<Event>) => {
      await deleteWebhook(platform, actor, kind, event.params)
      redirect(303, pathOf[kind])
    }),
  }
}
