import { viewAccounts } from '@baseplate/platform/moderation/door'
import { listPage } from '#lib/server/page.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = listPage(viewAccounts, { data: (list) => ({ list }) })
