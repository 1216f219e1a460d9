import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
  viewDeliveries,
  viewWebhooks,
} from '@baseplate/platform/webhooks/door'
import type { WebhookKind } from '@baseplate/platform/webhooks/rules'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { t } from '#lib/texts/t.ts'
import { action } from './action.ts'
import { page } from './page.ts'

const pathOf = { own: '/settings/webhooks', platform: '/admin/webhooks' } as const

/** The address of a webhook names it. */
const params = { id: String }

/** Loads the list of webhooks. */
export const loadWebhooks = (kind: WebhookKind) =>
  page(viewWebhooks[kind], {
    data: (list, { event }) => {
      keepSecret(event)
      return list
    },
  })

/** Loads a webhook with the log of its deliveries. */
export const loadWebhook = (kind: WebhookKind) =>
  page(viewDeliveries[kind], {
    params,
    data: (viewed, { event }) => {
      keepSecret(event)
      // Breadcrumbs of the administration show the title.
      return {
        ...viewed,
        isFirstPage: !event.url.searchParams.has('before'),
        title: new URL(viewed.webhook.url).host,
      }
    },
  })

/** Keeps the page out of caches, because it shows a new secret after an action without scripts. */
const keepSecret = (event: RequestEvent) => event.setHeaders({ 'cache-control': 'private, no-store' })

/** The actions of the list. */
export const webhookListActions = (kind: WebhookKind) => ({ create: action('create', createWebhook[kind]) })

/** The actions of one webhook. */
export const webhookActions = (kind: WebhookKind) => ({
  test: action('test', testWebhook[kind], { params, done: () => ({ message: t('webhooks.tested') }) }),
  replay: action('replay', replayDelivery[kind], {
    params,
    done: () => ({ message: t('webhooks.log.replayed') }),
  }),
  enable: action('enable', enableWebhook[kind], { params, done: () => ({ message: t('webhooks.enabled') }) }),
  rotate: action('rotate', rotateSecret[kind], { params }),
  delete: action('delete', deleteWebhook[kind], { params, done: () => redirect(303, pathOf[kind]) }),
})
