import { loadWebhooks, webhookListActions } from '#lib/server/webhook-pages.ts'
import type { Actions, PageServerLoad } from './$types'

/** Lists the webhooks of the platform, and the events that they can receive. */
export const load: PageServerLoad = (event) => loadWebhooks(event, 'platform')

export const actions: Actions = webhookListActions('platform')
