import { viewClientCalls } from '@baseplate/platform/operations/door'
import { listPage } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewClientCalls)
