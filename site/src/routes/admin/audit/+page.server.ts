import { viewAudit } from '@baseplate/platform/moderation/audit/view'
import { listPage } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewAudit)
