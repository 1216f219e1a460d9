import { json } from './game.ts'
import type { Person } from './person.ts'

/** A program that acts with an access token. */
export interface Program {
  /** Id of the token. */
  id: string
  token: string
  send(
    method: string,
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>
}

/** Sends a request with this access token, and follows no redirect. */
export const sendWith =
  (baseUrl: string, token: string): Program['send'] =>
  (method, path, fields, headers = {}) =>
    fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(fields && { body: new URLSearchParams(fields) }),
    })

/** Creates an access token of a person. */
export async function authorize(baseUrl: string, owner: Person, scopes: string): Promise<Program> {
  const made = await owner.post('/settings/tokens?/create', { name: 'Test', scopes, expires: '30' })
  if (made.status !== 200) throw new Error(`no token: ${made.status} ${await made.text()}`)
  const { id, token } = await json<{ id: string; token: string }>(made)
  return { id, token, send: sendWith(baseUrl, token) }
}
