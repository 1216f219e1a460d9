import { viewServers } from '@baseplate/platform/places/servers/admin/view-servers'
import { listPage } from '#lib/server/page.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = listPage(viewServers, { data: (list) => ({ list }) })
