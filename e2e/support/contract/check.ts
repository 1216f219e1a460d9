import { Ajv2020 } from 'ajv/dist/2020.js'
import { document, type Found, findOperation, findResponse, pointerOf } from './operations.ts'

/** A request to the product and its response. */
export interface Exchange {
  method: string
  url: URL
  headers: Headers
  /** Fields of a form; undefined for any other body. */
  form: Record<string, string> | undefined
  response: Response
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, 'api')

/** Forms send numbers as texts. */
const formAjv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, coerceTypes: true })
formAjv.addSchema(document, 'api')

/** Addresses that the document leaves out: files of the build, data for the scripts of pages, and the document itself. */
const ofBrowsers =
  /^\/_app\/|\/__data\.json$|^\/(favicon\.svg|icon\.png|error\.css|service-worker\.js|openapi\.json)$/

/**
 * Compares a request and its response with the OpenAPI document.
 *
 * @returns how the exchange differs from the document; undefined if it does not
 */
export async function findFault(exchange: Exchange): Promise<string | undefined> {
  const { method, url, headers, response } = exchange
  if (ofBrowsers.test(url.pathname) || isOfBrowser(headers)) return undefined
  const found = findOperation(method, url)
  if (!found) return method === 'OPTIONS' || isRefusal(response) ? undefined : 'is no address of the document'
  return (await responseFault(found, exchange)) ?? requestFault(found, exchange)
}

const isOfBrowser = (headers: Headers): boolean =>
  headers.has('x-sveltekit-action') || /\btext\/html\b/.test(headers.get('accept') ?? '')

/** Hostile requests have values that no form sends, or more fields than any form. */
const isHostile = (values: readonly string[]): boolean =>
  values.length > 100 || values.some((value) => value.includes('\0'))

/** Whether the site refuses a request, with an error or by a redirect. */
const isRefusal = (response: Response): boolean => response.status >= 400 || isSentAway(response)

/** Whether a visitor is redirected to the sign-in page, or a moderated user to the reason. */
const isSentAway = ({ headers }: Response): boolean =>
  /^\/(login|moderation)(\?|$)/.test(headers.get('location') ?? '')

async function responseFault(found: Found, { method, response }: Exchange): Promise<string | undefined> {
  const { status } = response
  const described = findResponse(found, status)
  if (!described) return `has the status ${status}, which the document does not have`
  const missing = missingIn(described.response.headers ?? {}, response.headers)
  if (missing !== undefined) return `lacks the header ${missing}`
  const media = response.headers.get('content-type')?.split(';')[0] ?? ''
  // The document does not describe pages for browsers and plain-text errors of the server in front of the pages.
  if (method === 'HEAD' || media === 'text/html' || (media === 'text/plain' && status >= 400))
    return undefined
  const content = described.response.content ?? {}
  const named = content[media] ? media : '*/*'
  if (media !== '' && !content[named] && status < 400 && status !== 304)
    return `sends ${media}, which the document does not have at ${status}`
  if (media !== 'application/json' || !content[named]) return undefined
  const text = await response.clone().text()
  return faultIn(
    `${described.pointer}/content${pointerOf(named)}/schema`,
    JSON.parse(text),
    `response ${status}`,
  )
}

/** Checks requests that succeed. Tests send many others on purpose, to see them refused. */
function requestFault(
  { operation, pointer }: Found,
  { url, headers, form, response }: Exchange,
): string | undefined {
  if (response.status >= 400 || isSentAway(response)) return undefined
  const isSignedIn = headers.has('authorization') || /\bsession=/.test(headers.get('cookie') ?? '')
  if (!isSignedIn && operation.security.length > 0 && !operation.security.some(isForVisitors))
    return 'succeeds without a session, which the document requires'
  if (isHostile([...url.searchParams.values(), ...Object.values(form ?? {})])) return undefined
  const { query = [], header = [] } = Object.groupBy(operation.parameters ?? [], ({ in: where }) => where)
  const missing = missingIn(Object.fromEntries(header.map(({ name, ...of }) => [name, of])), headers)
  if (missing !== undefined) return `succeeds without the header ${missing}, which the document requires`
  const known = query.map(({ name }) => name)
  const unknown = [...url.searchParams.keys()].find((name) => !name.startsWith('/') && !known.includes(name))
  if (unknown !== undefined && response.status === 200)
    return `takes a parameter ${unknown}, which the document does not have`
  const [media] = Object.keys(operation.requestBody?.content ?? {})
  if (!form || Object.keys(form).length === 0) return undefined
  if (media === undefined) return `takes a form, which the document does not have: ${Object.keys(form)}`
  // The values are coerced in place.
  return faultIn(`${pointer}/requestBody/content${pointerOf(media)}/schema`, { ...form }, 'request', formAjv)
}

/** Whether a way to authenticate is none. */
const isForVisitors = (way: object): boolean => Object.keys(way).length === 0

const missingIn = (
  described: Readonly<Record<string, { required?: boolean }>>,
  headers: Headers,
): string | undefined =>
  Object.entries(described).find(([name, { required }]) => required && !headers.has(name))?.[0]

function faultIn(pointer: string, value: unknown, what: string, by = ajv): string | undefined {
  const validate = by.getSchema(`api#${pointer}`)
  if (!validate) throw new Error(`the document has no ${pointer}`)
  if (validate(value) === true) return undefined
  const errors = (validate.errors ?? [])
    .slice(0, 8)
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
  return `${what}: ${errors.join('; ')}`
}
