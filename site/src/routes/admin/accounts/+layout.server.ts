import { viewAccounts } from '@baseplate/platform/moderation/accounts/view-accounts'
import { listPage } from '#lib/server/page.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = listPage(viewAccounts, { data: (list) => ({ list }) })
