import { viewGroups } from '@baseplate/platform/people/door'
import { listPage } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewGroups)
