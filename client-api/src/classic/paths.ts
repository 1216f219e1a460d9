import type { IncomingMessage } from 'node:http'

/** Paths of the endpoints of docs/reference/client-protocol.md, once decoded. No page has one. */
const own = String.raw`\/+(?:game\/|asset(?:\/|$)|api\/|studio\/|uploadmedia\/|setting\/|place\/+\d+\/+data-api(?:\/|$))`

/** Extensions of classic calls. No page has one, so a call that no route serves is not a page that is missing. */
const legacy = String.raw`\/.*\.as[hpm]x\/*$`

/** Paths that pages have too. */
const shared = /^\/+(?:groups|user)\/+[^/]+\/*$/i

/**
 * Returns whether a request is for the client endpoints. The server in front passes all other requests to the pages.
 *
 * @param patterns of routes, as Hono writes them
 */
export function clientRequestCheck(patterns: Iterable<string>): (request: Request) => boolean {
  const isClientPath = expressionCheck([own, legacy, ...new Set([...patterns].map(expressionOf))])
  return (request) => {
    const { url = '/' } = request
    const start = url.indexOf('?')
    const written = start === -1 ? url : url.slice(0, start)
    if (!isClientPath(written)) return false
    if (!shared.test(decodeLetters(written))) return true
    return !url.startsWith('?/', written.length) && !asksForPage(request)
  }
}

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Whether a browser opens a page, or a program reads one: docs/reference/site-api.md#pages-and-programs. Clients ask for anything. */
const asksForPage = ({ method, headers: { accept = '' } }: Request): boolean =>
  /\btext\/html\b/.test(accept) || (method !== 'POST' && /\bapplication\/json\b/.test(accept))

/**
 * Returns a check of a path, as a client writes it, against patterns.
 *
 * @param patterns of routes, as Hono writes them
 */
export const pathCheck = (patterns: Iterable<string>): ((path: string) => boolean) =>
  expressionCheck([...new Set([...patterns].map(expressionOf))])

function expressionCheck(sources: readonly string[]): (path: string) => boolean {
  const expression = new RegExp(`^(?:${sources.join('|') || '(?!)'})`, 'i')
  return (path) => expression.test(decodeLetters(path))
}

/**
 * Returns the source of an expression for a pattern such as `/users/:id{[0-9]+}/groups` or `/setting/get/*`, which matches
 * `/setting/get` as well.
 */
function expressionOf(pattern: string): string {
  const isOpen = pattern.endsWith('/*')
  const parts = pattern.slice(1, isOpen ? -'/*'.length : undefined).split('/')
  return parts.map((part) => String.raw`\/+${partOf(part)}`).join('') + (isOpen ? '(?:\\/|$)' : '\\/*$')
}

function partOf(part: string): string {
  const parameter = /^:\w+(?:\{(?<expression>.*)\})?$/.exec(part)
  if (parameter) return parameter.groups?.expression ?? '[^/]+'
  return part.replaceAll('.', String.raw`\.`)
}

const decodeLetters = (path: string): string =>
  path.includes('%') ? path.replace(/%(?:4[1-9a-f]|5[\da]|6[1-9a-f]|7[\da])/gi, decodeURIComponent) : path
