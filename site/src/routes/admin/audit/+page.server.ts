import { viewAudit } from '@baseplate/platform/moderation/door'
import { listPage } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewAudit)
