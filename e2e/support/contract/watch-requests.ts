/**
 * Compares the requests of whole-system tests to the site, and their responses, with the OpenAPI document. A request
 * fails at an undocumented address, status, field or parameter. A refused request is compared by its response alone, and
 * only at a documented address. Vitest loads this file before the tests.
 */
import { findFault } from './check.ts'
import { watched } from './watched.ts'

const checked = Symbol.for('baseplate.checked')
const ask = globalThis.fetch as typeof fetch & { [checked]?: true }

// The tests of several files share a process.
if (!ask[checked]) globalThis.fetch = Object.assign(checkedFetch, { [checked]: true as const })

async function checkedFetch(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const response = await ask(input, init)
  if (input instanceof Request) return response
  const url = new URL(input)
  if (!watched.has(url.origin) || response.redirected) return response
  const { method = 'GET', headers, body } = init
  const form = body instanceof URLSearchParams || body instanceof FormData ? fieldsOf(body) : undefined
  const fault = await findFault({ method, url, headers: new Headers(headers), form, response })
  if (fault !== undefined)
    throw new Error(`${method} ${url.pathname}${url.search} ${fault} (docs/reference/openapi.md)`)
  return response
}

const fieldsOf = (form: URLSearchParams | FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : 'a file']))
