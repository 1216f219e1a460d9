/** A user who sends requests by a program, which stores cookies, accepts JSON and follows no redirect. */
export interface Person {
  get(path: string, accept?: string): Promise<Response>
  /** Calls a form action with urlencoded fields. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  /** Sends any request. */
  request(path: string, init: RequestInit): Promise<Response>
  /** Sends a request with any method and an empty form. */
  send(method: string, path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a multipart form with one file. */
  upload(
    path: string,
    field: string,
    file: Blob,
    headers?: Record<string, string>,
    fields?: Record<string, string>,
  ): Promise<Response>
  /** The cookie of the session, with its name. */
  readonly cookie: string | undefined
}

export const password = 'correct horse battery'

export function visitor(baseUrl: string): Person {
  const cookies = new Map<string, string>()

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies.values()].join('; '))
    const response = await fetch(new URL(path, baseUrl), { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = set.split('; ')
      const [name = ''] = pair.split('=')
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, pair)
    }
    return response
  }

  return {
    request: send,
    get: (path, accept = 'application/json') => send(path, { headers: { accept } }),
    post: (path, fields = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { accept: 'application/json', ...headers },
      }),
    send: (method, path, headers = {}) =>
      send(path, {
        method,
        body: new URLSearchParams(),
        headers: { accept: 'application/json', ...headers },
      }),
    upload: (path, field, file, headers = {}, fields = {}) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      body.set(field, file, 'upload')
      return send(path, { method: 'POST', body, headers: { accept: 'application/json', ...headers } })
    },
    get cookie() {
      return cookies.get('session')
    },
  }
}

/** Signs a registered user in. */
export async function signIn(baseUrl: string, username: string): Promise<Person> {
  const person = visitor(baseUrl)
  const response = await person.post('/login', { username, password })
  if (response.status !== 302) throw new Error(`${username} could not sign in: ${await response.text()}`)
  return person
}

/** Registers a user. The first one is the administrator. */
export async function register(baseUrl: string, username: string, setup = ''): Promise<Person> {
  const person = visitor(baseUrl)
  const response = await person.post('/register?/register', {
    username,
    password,
    cpassword: password,
    setup,
  })
  if (response.status !== 302) throw new Error(`${username} could not register: ${await response.text()}`)
  return person
}
