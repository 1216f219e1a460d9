import { loadWebhooks, webhookListActions } from '#lib/server/webhook-pages.ts'
import type { Actions, PageServerLoad } from './$types'

/** Lists the actor's webhooks, and the events that they can receive. */
export const load: PageServerLoad = (event) => loadWebhooks(event, 'own')

export const actions: Actions = webhookListActions('own')
