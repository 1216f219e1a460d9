import { loadWebhook, webhookActions } from '#lib/server/webhook-pages.ts'
import type { Actions, PageServerLoad } from './$types'

/** Returns a webhook with a page of its deliveries, the newest first. */
export const load: PageServerLoad = (event) => loadWebhook(event, 'platform')

export const actions: Actions = webhookActions('platform')
