import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Heartbeats are most of all requests, so this path does what it must and no more: one header is read from Node's own
 * parsed ones, and the answer's headers are one constant, which the adapter sends as they are.
 */
const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', Pragma: 'no-cache' }

type PresenceRequest = Context<{ Bindings: HttpBindings }>
type Presence = Pick<Platform, 'presence' | 'config'>

/** A connected client's ping. @throws Refused `invalid`: `Good one`, `Invalid Request`, `Ticket not found`. */
export function clientPresence({ presence, config }: Presence) {
  const userAgent = `${config.Client.Brand}/WinInet`
  return async (c: PresenceRequest): Promise<Response> => {
    if (!(await presence.pingClient(ticketOf(c, userAgent)))) throw new Refused('invalid', 'Ticket not found')
    return new Response('OK', { headers })
  }
}

/** A game server's ping; one with an unknown ticket changes nothing. @throws Refused `invalid`: `Good one`, `Invalid Request`. */
export function serverPresence({ presence, config }: Presence) {
  const userAgent = `${config.Client.Brand}/WinInet`
  return (c: PresenceRequest): Response => {
    presence.pingServer(ticketOf(c, userAgent))
    return new Response('OK', { headers })
  }
}

function ticketOf(c: PresenceRequest, userAgent: string): string {
  if (c.env.incoming.headers['user-agent'] !== userAgent) throw new Refused('invalid', 'Good one')
  const ticket = c.req.query('ticket')
  if (!ticket) throw new Refused('invalid', 'Invalid Request')
  return ticket
}
