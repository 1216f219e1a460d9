import { loadWebhooks, webhookListActions } from '#lib/server/webhook-pages.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = loadWebhooks('platform')

export const actions: Actions = webhookListActions('platform')
