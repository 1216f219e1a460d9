import { loadWebhook, webhookActions } from '#lib/server/webhook-pages.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = loadWebhook('own')

export const actions: Actions = webhookActions('own')
