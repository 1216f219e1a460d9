import type { paths } from './schema.ts'

type Method = 'get' | 'post' | 'put'
type PathWith<Name extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Name, object> ? Path : never
}[keyof paths]

type Parameters<Operation> = Operation extends { parameters: infer All }
  ? (All extends { path: infer Values } ? { path: Values } : object) &
      (All extends { query?: infer Values } ? { query?: Values } : object) &
      (All extends { header?: infer Values } ? { header?: Values } : object)
  : object
type FieldsOf<Operation> = Operation extends { requestBody?: { content: infer Bodies } }
  ? Bodies[keyof Bodies & ('application/x-www-form-urlencoded' | 'multipart/form-data')]
  : never
type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : undefined
type DataOf<Operation> = Operation extends { responses: infer All }
  ? { [Status in keyof All & (200 | 202 | 204)]: JsonOf<All[Status]> }[keyof All & (200 | 202 | 204)]
  : never

/** A response that is not a refusal. */
export interface Result<Data> {
  data: Data
  status: number
  /** Where a redirect leads, such as what a form has created. */
  location: string | undefined
}

/** A request that the site has refused. */
export class RefusedRequest extends Error {
  readonly status: number
  /** Stable code of the refusal, such as `places.full`. */
  readonly code: string | undefined
  /** Code of each invalid field. */
  readonly codes: Readonly<Record<string, string>>
  /** Seconds after which the request may be sent again. */
  readonly retryAfter: number | undefined

  constructor({ status, headers, statusText }: Response, refusal: Refusal = { message: statusText }) {
    const { message, code, codes = {}, errors } = refusal
    super(
      message ??
        Object.entries(errors ?? {})
          .map((field) => field.join(': '))
          .join('\n'),
    )
    this.status = status
    this.code = code
    this.codes = codes
    const seconds = headers.get('retry-after')
    this.retryAfter = seconds === null ? undefined : Number(seconds)
  }
}

interface Refusal {
  message?: string
  code?: string
  codes?: Record<string, string>
  errors?: Record<string, string>
}

type Values = Readonly<Record<string, unknown>>

/** Sends the requests of one access token to one site. */
export class Client {
  readonly #baseUrl: string
  readonly #headers: Record<string, string>

  /** @param token begins with `bp_`; undefined: requests of a visitor. */
  constructor(baseUrl: string, token?: string) {
    this.#baseUrl = baseUrl.replace(/\/$/, '')
    this.#headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  }

  /** Reads a page. @throws RefusedRequest */
  get<Path extends PathWith<'get'>>(
    path: Path,
    parameters?: Parameters<paths[Path]['get']>,
  ): Promise<Result<DataOf<paths[Path]['get']>>> {
    return this.#send('GET', path, parameters ?? {})
  }

  /** Sends a form: `client.post('/place/{id}/{name}?/join', { path: { id, name } })`. @throws RefusedRequest */
  post<Path extends PathWith<'post'>>(
    path: Path,
    parameters?: Parameters<paths[Path]['post']>,
    fields?: FieldsOf<paths[Path]['post']>,
  ): Promise<Result<DataOf<paths[Path]['post']>>> {
    return this.#send('POST', path, parameters ?? {}, fields ?? {})
  }

  async #send<Data>(
    method: string,
    template: string,
    parameters: { path?: Values; query?: Values; header?: Values },
    fields?: Values,
  ): Promise<Result<Data>> {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(parameters.path?.[name])),
    )
    const query = new URLSearchParams(textsOf(parameters.query ?? {})).toString()
    const address = `${this.#baseUrl}${path}${query && (path.includes('?') ? '&' : '?')}${query}`
    const body = fields && formOf(fields)
    const response = await fetch(address, {
      method,
      headers: { ...this.#headers, ...Object.fromEntries(textsOf(parameters.header ?? {})) },
      redirect: 'manual',
      ...(body && { body }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const data: unknown = isJson ? await response.json() : undefined
    if (response.status >= 400) throw new RefusedRequest(response, data as Refusal | undefined)
    const location = response.headers.get('location') ?? undefined
    return { data: data as Data, status: response.status, location }
  }
}

const textsOf = (values: Values): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))

/** A form with a file is sent in parts. */
function formOf(fields: Values): URLSearchParams | FormData {
  if (!Object.values(fields).some((value) => value instanceof Blob))
    return new URLSearchParams(textsOf(fields))
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.set(name, value, 'upload')
    else if (value !== undefined) form.set(name, String(value))
  return form
}
