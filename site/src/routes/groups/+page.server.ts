import { viewGroups } from '@baseplate/platform/people/groups/list'
import { listPage } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewGroups)
