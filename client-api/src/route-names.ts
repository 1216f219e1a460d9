import type { ClientApi } from './serving.ts'

/** Paths that are remembered: clients write theirs in a few ways, attackers in many. */
const keptMax = 1_000

/** Answers the pattern of the route that a path is for, such as `/game/:id`; `none` when there is no such route. */
export function routeNamesOf(api: ClientApi): (method: string, path: string) => string {
  const known = new Map<string, string>()
  return (method, path) => {
    const kept = known.get(path)
    if (kept !== undefined) return kept
    const [found] = api.router.match(method === 'HEAD' ? 'GET' : method, path.toLowerCase())
    const pattern = found.at(-1)?.[0][1].path
    const name = pattern === undefined ? 'none' : pattern.replaceAll(/\{[^}]*\}/g, '')
    // A pattern with holes has as many paths as there are players.
    if (pattern !== undefined && !/[:*]/.test(pattern) && known.size < keptMax) known.set(path, name)
    return name
  }
}
