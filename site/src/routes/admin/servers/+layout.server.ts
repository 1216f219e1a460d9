import { viewServers } from '@baseplate/platform/places/door'
import { listPage } from '#lib/server/page.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = listPage(viewServers, { data: (list) => ({ list }) })
