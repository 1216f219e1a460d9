import type { IncomingMessage } from 'node:http'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
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

/** Libraries of Windows that clients of different versions send requests with, as they name them. */
const libraries: ReadonlySet<string> = new Set(['WinInet', 'WinINet', 'WinHttp', 'WinHTTP'])

function requireTicket(
  { Client }: Presence['config'],
  { headers }: IncomingMessage,
  ticket: string | undefined,
): string {
  const [brand, library = ''] = headers['user-agent']?.split('/') ?? []
  if (brand !== Client.Brand || !libraries.has(library)) throw new Refused('client.user_agent_invalid')
  if (!ticket) throw new Refused('input.request_invalid')
  return ticket
}
