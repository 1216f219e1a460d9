import type { IncomingMessage } from 'node:http'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import { dropBody } from '../classic/constants/drop-body.ts'
import type { Reply } from '../replies.ts'

const ok: Reply = {
  status: 200,
  headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
  body: 'OK',
}

type Presence = Pick<Platform, 'presence' | 'config'>

/**
 * Records a client's heartbeat: docs/reference/client-protocol.md#client-presence.
 *
 * @throws Refused `invalid`
 */
export async function clientPresence(
  { presence, config }: Presence,
  request: IncomingMessage,
  ticket: string | undefined,
): Promise<Reply> {
  const sent = requireTicket(config, request, ticket)
  if (!(await presence.recordClientHeartbeat(sent))) throw new Refused('client.ticket_not_found')
  return ok
}

/**
 * Whether a query is that of clients and servers whose script names no ticket: `version=old` of a client, or `action=connect` of a
 * server. It names a player by a number that anyone can send, so it changes nothing.
 */
export const isClassicPresence = ({ ticket, action, version }: Record<string, string>): boolean =>
  ticket === undefined && (action !== undefined || version !== undefined)

/** Answers presence without a ticket. @throws Refused as `dropBody` */
export async function classicPresence(request: IncomingMessage): Promise<Reply> {
  await dropBody(request)
  return ok
}

/**
 * Records a game server's heartbeat: docs/reference/client-protocol.md#server-presence.
 *
 * @throws Refused `invalid`
 */
export function serverPresence(
  { presence, config }: Presence,
  request: IncomingMessage,
  ticket: string | undefined,
): Reply {
  presence.recordServerHeartbeat(requireTicket(config, request, ticket))
  return ok
}

/** Library of Windows that heartbeats are sent with. Clients of some versions use those of `Client.Agents`. */
const library = 'WinInet'

function requireTicket(
  { Client }: Presence['config'],
  { headers }: IncomingMessage,
  ticket: string | undefined,
): string {
  const [brand, used = '', ...more] = headers['user-agent']?.split('/') ?? []
  const isKnown = used === library || Client.Agents.includes(used)
  if (brand !== Client.Brand || !isKnown || more.length > 0) throw new Refused('client.user_agent_invalid')
  if (!ticket) throw new Refused('input.request_invalid')
  return ticket
}
