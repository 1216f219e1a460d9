import { Refused } from '@baseplate/platform/foundation/errors'
import { stringifyExact } from '@baseplate/platform/foundation/json'
import type { Problem } from '@baseplate/platform/foundation/problem'
import type { Challenge } from '@baseplate/platform/sign-in/door'
import type { RequestEvent } from '@sveltejs/kit'
import { parse, unflatten } from 'devalue'
import { hideSecrets } from './hide-secrets.ts'

/**
 * Serves programs from the same URLs as browsers. Turns SvelteKit's own formats into plain JSON, in one place for every
 * page and every form action. SvelteKit has no hook that sees the data before it is serialised, so
 * `e2e/system/site-process.test.ts` pins the version whose formats were checked.
 *
 * The rules are in docs/reference/site-api.md.
 */
export async function respondToProgram(
  event: RequestEvent,
  resolve: () => Promise<Response>,
): Promise<Response> {
  const { request, isDataRequest, isSubRequest } = event
  if (isDataRequest || isSubRequest) return resolve()
  if (!event.route.id) return isProgram(request) ? notFound() : resolve()
  // The tus protocol has responses of its own.
  if (request.method !== 'GET' && event.route.id.startsWith('/uploads')) return resolve()
  if (request.method === 'POST') {
    const response = await resolve()
    return isFromOurForms(request) || !isJson(response) ? response : plainAction(event, response)
  }
  if (request.method === 'HEAD') return resolve()
  if (request.method !== 'GET') return plainFault(await resolve())
  return (asksForJson(request) && (await plainData(event))) || plainFault(await resolve())
}

/** Programs ask for `application/json` and not for HTML. Browsers never do when they open a page. */
function asksForJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return /\bapplication\/json\b/.test(accept) && !/\btext\/html\b/.test(accept)
}

/** A form gets JSON unless its sender prefers HTML, as with SvelteKit's own actions. */
export const isProgram = (request: Request): boolean =>
  request.method === 'POST'
    ? !/\btext\/html\b/.test(request.headers.get('accept') ?? '') && !isFromOurForms(request)
    : asksForJson(request)

/** Whether a program or a script of our pages has sent a form, instead of a browser that shows the response as a page. */
export const isFromScript = (request: Request): boolean => isProgram(request) || isFromOurForms(request)

/** Whether a script of one of our pages has sent a form. */
const isFromOurForms = (request: Request): boolean => request.headers.get('x-sveltekit-action') === 'true'

const notFound = () => {
  const { message, problem } = new Refused('site.not_found')
  return plainJson({ message, code: problem.code }, { status: 404 })
}

const isJson = (response: Response) =>
  response.headers.get('content-type')?.startsWith('application/json') ?? false

/** SvelteKit's response to an enhanced form. An endpoint that throws sends the bare error instead. */
type ActionResponse =
  | { type: 'success' | 'failure'; status: number; data?: string }
  | { type: 'redirect'; location: string }
  | { type: 'error'; error: App.Error }
  | ({ type?: undefined } & App.Error)

async function plainAction(event: RequestEvent, response: Response): Promise<Response> {
  const result = (await response.json()) as ActionResponse
  const headers = headersOf(response)
  switch (result.type) {
    case undefined:
      return plainJson(faultJson(result), { status: response.status, headers })
    case 'redirect':
      return redirected(event, result.location, headers)
    case 'error':
      return plainJson(faultJson(result.error), { status: result.error.status, headers })
    case 'failure':
      return plainJson(plainFailure(result.data && parse(result.data)), {
        status: result.status,
        headers,
      })
    case 'success': {
      const data = plainSuccess(result.data && parse(result.data))
      if (!data) return new Response(null, { status: 204, headers })
      // An action says `pending` when its work has only begun.
      const { pending, ...rest } = data
      return plainJson(rest, { status: pending === true ? 202 : 200, headers })
    }
  }
}

/**
 * Returns a redirect. Browsers hide its target from the scripts of other sites, and may follow it to a page that they need not read.
 * Those scripts get a success with the target.
 */
function redirected({ platform }: RequestEvent, location: string, headers: Headers): Response {
  headers.set('location', location)
  return new Response(null, { status: platform?.req.baseplate?.isForeign ? 204 : 302, headers })
}

/** Reduces the error response of an endpoint to its message and its codes. */
async function plainFault(response: Response): Promise<Response> {
  if (response.ok || !isJson(response)) return response
  const fault = (await response.json()) as App.Error
  return plainJson(faultJson(fault), { status: response.status, headers: headersOf(response) })
}

/** Returns the response to a program whose request failed before its page or endpoint. */
export function faultResponse({ locals: { retryAfter } }: RequestEvent, fault: App.Error): Response {
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  return plainJson(faultJson(fault), { status: fault.status, headers })
}

/** The failure of a form: see `form.ts`. Its messages are in English, because the request is a program's. */
interface Failure {
  errors?: Record<string, string>
  problem?: string
  problems?: Problems
  refusal?: Problem
  challenge?: Challenge
}

type Problems = Record<string, Problem>

/** Returns a form's message and code, and the challenge if there is one, or its messages and codes by field. */
const plainFailure = ({ errors = {}, problem, problems = {}, refusal, challenge }: Failure = {}) =>
  refusal ? { message: problem, code: refusal.code, challenge } : { errors, codes: codesOf(problems) }

const codesOf = (problems: Problems) =>
  Object.fromEntries(Object.entries(problems).map(([field, { code }]) => [field, code]))

/** Returns the message of a fault with its code or codes. Faults of SvelteKit itself have none. */
function faultJson({ message, problems, refusal }: Pick<App.Error, 'message' | 'problems' | 'refusal'>) {
  if (refusal) return { message, code: refusal.code }
  return problems ? { message, codes: codesOf(problems) } : { message }
}

function plainSuccess(data: ({ form?: string } & Record<string, unknown>) | undefined) {
  if (!data) return undefined
  const { form: _, ...rest } = data
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** SvelteKit's response to its client's request for the data of a page: one node for each layout, then the page's. */
type DataResponse =
  | { type: 'redirect'; location: string }
  | {
      type: 'data'
      nodes: (
        | { type: 'data'; data: unknown[] }
        | { type: 'error'; error: App.Error }
        | { type: 'skip' }
        | null
      )[]
    }
  | ({ type?: undefined; status: number } & App.Error)

/** Returns undefined when the URL is an endpoint instead of a page. */
async function plainData(event: RequestEvent): Promise<Response | undefined> {
  const address = new URL(event.url)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/__data.json`
  const response = await event.fetch(address, { headers: headersForData(event.request) })
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  const headers = headersOf(response)
  const result = (await response.json()) as DataResponse
  if (result.type === 'redirect') return redirected(event, result.location, headers)
  if (result.type !== 'data') return plainJson(faultJson(result), { status: response.status, headers })
  const failed = result.nodes.find((node) => node?.type === 'error')
  if (failed?.type === 'error') {
    return plainJson(faultJson(failed.error), { status: failed.error.status, headers })
  }
  const page = result.nodes.at(-1)
  // A page without a `load` has no node. Any other type is an unknown format.
  if (page && page.type !== 'data') throw new Error(`SvelteKit sent a node of type ${page.type} for a page`)
  return plainJson(hideSecrets(page ? unflatten(page.data) : {}, event.locals.scopes), { headers })
}

function plainJson(data: unknown, init: ResponseInit = {}): Response {
  const response = new Response(stringifyExact(data), init)
  response.headers.set('content-type', 'application/json')
  return response
}

/** Headers of a request that describe its own response or its own connection. */
const ownHeaders = [
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]

/** Copies the headers that a page may read, such as the `User-Agent`, to the request for the page's data. */
function headersForData(request: Request): Headers {
  const headers = new Headers(request.headers)
  for (const name of ownHeaders) headers.delete(name)
  return headers
}

/** Headers that describe the body of a response, which is replaced. */
const headersOfBody = ['content-encoding', 'content-length', 'content-type', 'etag']

/** Copies the headers of a response. Its new body is for one user, so no cache may store it. */
function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers)
  for (const name of headersOfBody) headers.delete(name)
  headers.set('cache-control', 'private, no-store')
  return headers
}
