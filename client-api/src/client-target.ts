/** Names of parameters that have capitals in the protocol. All others are in lower case. */
const names: Readonly<Record<string, string>> = { privateserver: 'privateServer' }

/** Spellings that `clientTarget` changes. Most requests have none. */
const unusual = /\/\/|.\/(?:\?|$)|[?&][^=&]*[A-Z]/

/** An operator's service gets the query of the request as it is. */
const forwarded = /^\/game\/tools\/insertasset(?:\.ashx)?$/i

/**
 * Returns the usual spelling of a client's request target. Old clients double slashes where they join a base address and a path, end
 * paths with a slash, and write names of parameters in any letter case. Routes match paths in any letter case themselves.
 */
export function clientTarget(target: string): string {
  if (!unusual.test(target)) return target
  const start = target.indexOf('?')
  const path = clientPathOf(start === -1 ? target : target.slice(0, start))
  if (start === -1) return path
  const query = target.slice(start + 1)
  return `${path}?${forwarded.test(path) ? query : query.split('&').map(renamed).join('&')}`
}

/** Returns the usual spelling of a path without its query. */
export const clientPathOf = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

function renamed(parameter: string): string {
  const [name = ''] = parameter.split('=', 1)
  const lower = name.toLowerCase()
  return (names[lower] ?? lower) + parameter.slice(name.length)
}
