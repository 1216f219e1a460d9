import { clientPathOf } from './client-target.ts'
import type { ClientApi } from './services.ts'

/** Maximum number of cached paths. Clients use few spellings of a path, but attackers may try many. */
const cacheMax = 1_000

/** Name of the route of requests that none serves. */
export const noRoute = 'none'

/** Returns a pattern as Hono writes it without the expressions of its parameters. */
export const routeNameOf = (pattern: string): string => pattern.replaceAll(/\{[^}]*\}/g, '')

/** Returns a function that maps a path to the pattern of its route, such as `/game/:id`, or to `none`. */
export function routeNamesOf(api: ClientApi): (method: string, path: string) => string {
  const cache = new Map<string, string>()
  return (method, path) => {
    const cached = cache.get(path)
    if (cached !== undefined) return cached
    const [found] = api.router.match(method === 'HEAD' ? 'GET' : method, clientPathOf(path).toLowerCase())
    const pattern = found[0]?.[0][1].path
    const name = pattern === undefined ? noRoute : routeNameOf(pattern)
    // A pattern with parameters matches too many paths to cache.
    if (pattern !== undefined && !/[:*]/.test(pattern) && cache.size < cacheMax) cache.set(path, name)
    return name
  }
}
