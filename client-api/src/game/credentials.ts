import type { HonoRequest } from 'hono'

/** What a game server shows to read a place: the operator's key as a bearer token, or the place's server ticket. */
export interface Credentials {
  bearer: string | undefined
  ticket: string | undefined
}

export const credentialsOf = (request: HonoRequest): Credentials => ({
  bearer: /^Bearer +(.+)$/i.exec(request.header('Authorization') ?? '')?.[1],
  ticket: request.query('ticket'),
})
