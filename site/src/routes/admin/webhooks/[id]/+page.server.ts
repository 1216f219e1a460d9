import { loadWebhook, webhookActions } from '#lib/server/webhook-pages.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => loadWebhook(event, 'platform')

export const actions: Actions = webhookActions('platform')
