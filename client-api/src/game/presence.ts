import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Heartbeats are the most frequent requests, so this path does little work. It reads one header from Node's parsed ones, and
 * the response headers are a constant that Hono's adapter sends unchanged.
 */
const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', Pragma: 'no-cache' }

type PresenceRequest = Context<{ Bindings: HttpBindings }>
type Presence = Pick<Platform, 'presence' | 'config'>

/** Returns the handler of docs/reference/client-protocol.md#client-presence. It throws Refused `invalid`. */
export function clientPresenceHandler({ presence, config }: Presence) {
  const userAgent = `${config.Client.Brand}/WinInet`
  return async (c: PresenceRequest): Promise<Response> => {
    if (!(await presence.recordClientHeartbeat(ticketOf(c, userAgent))))
      throw new Refused('client.ticket_not_found')
    return new Response('OK', { headers })
  }
}

/** Returns the handler of docs/reference/client-protocol.md#server-presence. It throws Refused `invalid`. */
export function serverPresenceHandler({ presence, config }: Presence) {
  const userAgent = `${config.Client.Brand}/WinInet`
  return (c: PresenceRequest): Response => {
    presence.recordServerHeartbeat(ticketOf(c, userAgent))
    return new Response('OK', { headers })
  }
}

function ticketOf(c: PresenceRequest, userAgent: string): string {
  if (c.env.incoming.headers['user-agent'] !== userAgent) throw new Refused('client.user_agent_invalid')
  const ticket = c.req.query('ticket')
  if (!ticket) throw new Refused('input.request_invalid')
  return ticket
}
