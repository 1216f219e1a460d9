import type { IncomingMessage } from 'node:http'

/** Paths of the endpoints of docs/reference/client-protocol.md, once decoded. No page has one. */
const own = String.raw`\/+(?:game\/|asset(?:\/|$)|api\/|studio\/|uploadmedia\/|setting\/)`

/** Extensions of classic calls. No page has one, so a call that no route serves is not a page that is missing. */
const legacy = String.raw`\/.*\.as[hpm]x\/*$`

/** Paths that pages have too. Requests of pages for them prefer HTML, or name an action in the query. */
const shared = /^\/+(?:groups|user)\/+[^/]+\/*$/i

/**
 * Returns whether a request is for the client endpoints. The server in front passes all other requests to the pages.
 *
 * @param patterns of routes, as Hono writes them
 */
export function clientRequestCheck(
  patterns: Iterable<string>,
): (request: Pick<IncomingMessage, 'url' | 'headers'>) => boolean {
  const isClientPath = new RegExp(
    `^(?:${[own, legacy, ...new Set([...patterns].map(expressionOf))].join('|')})`,
    'i',
  )
  return ({ url = '/', headers }) => {
    const start = url.indexOf('?')
    const written = start === -1 ? url : url.slice(0, start)
    const path = written.includes('%') ? decodeLetters(written) : written
    if (!isClientPath.test(path)) return false
    return (
      !shared.test(path) ||
      !(/\btext\/html\b/.test(headers.accept ?? '') || url.startsWith('?/', written.length))
    )
  }
}

/** Returns the source of an expression for a pattern such as `/users/:id{[0-9]+}/groups` or `/setting/get/*`. */
const expressionOf = (pattern: string): string =>
  `${pattern
    .split('/')
    .slice(1)
    .map((part) => String.raw`\/+${partOf(part)}`)
    .join('')}${pattern.endsWith('/*') ? '' : String.raw`\/*$`}`

function partOf(part: string): string {
  if (part === '*') return ''
  const parameter = /^:\w+(?:\{(?<expression>.*)\})?$/.exec(part)
  if (parameter) return parameter.groups?.expression ?? '[^/]+'
  return part.replaceAll('.', String.raw`\.`)
}

const decodeLetters = (pathname: string): string =>
  pathname.replace(/%(?:4[1-9a-f]|5[\da]|6[1-9a-f]|7[\da])/gi, decodeURIComponent)
