import type { Actor, Role, World } from './world.ts'

/** Values for the names in braces of a row: `{ id: 123456789 }` for `GET /game/{id}`. */
export type Values = Readonly<Record<string, string | number>>

/** One line of the interface: a request and its response. Texts may have values in braces; `{me}` is the sender's username. */
export interface Row {
  /** Method and address, as the documentation writes them: `POST /place/{id}/{name}?/join`. */
  request: string
  /** Circumstances, which complete the name of the test: "with a taken username". */
  when: string
  /** A visitor by default. */
  by?: Role
  values?: Values
  /** Prepares what the row needs, and returns further values. */
  given?: (world: World, actor: Actor) => Promise<Values>
  /** Fields of the form, or of the query of a GET. */
  input?: Readonly<Record<string, string>>
  /** A file, which makes the form multipart. */
  file?: { field: string; content: string | Uint8Array<ArrayBuffer> }
  /** A body instead of a form. */
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
  status: number
  /** Address of a redirect. */
  location?: string | RegExp
  /** The one message of the response. */
  message?: string
  /** The message at each invalid field. */
  errors?: Readonly<Record<string, string>>
  /** Fields of the result. Others may be there as well. */
  shows?: object
  /** The whole body of a plain-text response. */
  text?: string | RegExp
  responseHeaders?: Readonly<Record<string, string | RegExp>>
  /** Part of a mail that the address of the row, `{address}`, gets. */
  mail?: string
  /** The state afterwards: the fields that this address shows to the sender. */
  afterwards?: { request: string; shows: object }
}

/** The part of a row that differs between rows of one request. */
export type Outcome = Omit<Row, 'request' | 'when'>

/** A visitor is sent to the sign-in. */
export const toLogin = { by: 'visitor', status: 302, location: '/login' } as const

/** Returns a text with the values in place of the names in braces. A number in braces belongs to a regular expression. */
export const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{([a-z]\w*)\}/gi, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the row has no value for {${name}}`)
    return String(value)
  })

/** Returns the name of a row's test: "POST /login with an unknown username: 400, `password`: Incorrect username or password". */
export function nameOf({ request, when, status, location, message, errors, text }: Row): string {
  const fields = Object.entries(errors ?? {}).map(([field, said]) => `\`${field}\`: ${said || '(empty)'}`)
  const outcome = [
    typeof location === 'string' && `to ${location}`,
    message,
    ...fields,
    typeof text === 'string' && text,
  ]
  return `${request} ${when}: ${[status, ...outcome.filter(Boolean)].join(', ')}`
}
