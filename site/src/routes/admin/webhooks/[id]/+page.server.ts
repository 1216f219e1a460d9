import { loadWebhook, webhookActions } from '#lib/server/webhook-pages.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = loadWebhook('platform')

export const actions: Actions = webhookActions('platform')
