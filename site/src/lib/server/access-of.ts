import type { Access } from '@baseplate/platform/accounts/door'
import { accessOfHandler, type RouteModule } from './operation.ts'

const pages = import.meta.glob<RouteModule>('/src/routes/**/+page.server.ts')
const endpoints = import.meta.glob<RouteModule>('/src/routes/**/+server.ts')

/**
 * Returns the access that a request needs; undefined if its handler notes none, or does not exist. A page without code on the server
 * shows no data.
 *
 * @param action name of the form action, if the request names one
 */
export async function accessOf(route: string, method: string, action?: string): Promise<Access | undefined> {
  const folder = `/src/routes${route === '/' ? '' : route}`
  const load = pages[`${folder}/+page.server.ts`] ?? endpoints[`${folder}/+server.ts`]
  if (!load) return 'read'
  return accessOfHandler(await load(), method, action)
}
