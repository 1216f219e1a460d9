import { parsePlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import {
  followPlayers,
  leaveGame,
  type PlayerList,
  parseConnected,
  reportPlayers,
  verifyPlayer,
} from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { bearerOf } from '@baseplate/service/bearer'
import { serverTicketOf } from '../credentials.ts'
import type { DirectRoute } from '../direct.ts'
import { type Reply, responseOf } from '../replies.ts'
import { type ClientApi, getOrPost } from '../services.ts'
import { membershipOf } from './join.ts'

/** Adds the endpoints of docs/reference/client-protocol.md#players-of-a-server. */
export function addPlayerRoutes(api: ClientApi, platform: Platform): void {
  /** Verifies a player who connects to a game server. */
  api.on(getOrPost, '/game/verify', async (c) => {
    const player = {
      id: c.req.query('id'),
      name: c.req.query('name'),
      session: c.req.query('session'),
    }
    return responseOf(await verify(platform, serverTicketOf(c), player))
  })

  /** Waits until the players of a game server change, and returns who may enter it and who has to leave. */
  api.get('/game/players', async (c) => {
    const after = c.req.query('after')
    const list = await followPlayers(platform, serverTicketOf(c), after, c.req.raw.signal)
    return responseOf(jsonReply(listOf(list, await notesFor(platform))))
  })
  /** Takes the numbers of the players who are connected to a game server, and lists players who have to leave it. */
  api.post('/game/players', async (c) => {
    const connected = parseConnected(await c.req.text())
    const leave = await reportPlayers(platform, serverTicketOf(c), connected)
    const { message } = await notesFor(platform)
    return responseOf(jsonReply({ leave, closing: false, message }))
  })

  /** Ends the game session of a player who has left. */
  api.post('/game/left', async (c) => {
    await leaveGame(platform, serverTicketOf(c), parsePlayerNumber(c.req.query('number')))
    return new Response(null, { status: 204 })
  })
}

/** Returns the direct route of verification. Servers ask as often as players connect. */
export const directPlayerRoutes = (platform: Platform): DirectRoute[] => [
  {
    address: /^\/game\/verify\?([^#]+)$/i,
    reply: (query, { headers }) => {
      const { ticket, ...player } = Object.fromEntries(new URLSearchParams(query))
      const { accesskey, authorization } = headers
      return verify(platform, ticket || accesskey?.toString() || bearerOf(authorization), player)
    },
  },
]

/** Names of the parameters that describe the connection of a player. */
type Connection = { [Name in 'id' | 'name' | 'session']?: string | undefined }

/** @throws Refused as `verifyPlayer` */
async function verify(
  platform: Platform,
  ticket: string | undefined,
  { id, name, session }: Connection,
): Promise<Reply> {
  const number = parsePlayerNumber(id)
  if (number === undefined || !name || !session) throw new Refused('input.request_invalid')
  const player = await verifyPlayer(platform, ticket, { number, username: name, key: session })
  return jsonReply({
    ok: true,
    number: player.number,
    username: player.username,
    level: player.permissionLevel,
    membership: membershipOf(player.permissionLevel),
    ageDays: player.ageDays,
    friendsHere: player.friendsHere,
  })
}

/** The site's notes for all game servers. */
interface Notes {
  /** Text for all players; null: none. */
  message: string | null
  /** Whether the site keeps the chat of games. */
  keepsChat: boolean
}

const notesFor = async ({ banners, config }: Platform): Promise<Notes> => ({
  message: await banners.readWarning(),
  keepsChat: config.Players.KeepChat,
})

const listOf = ({ version, players, leave, closing }: PlayerList, notes: Notes) => ({
  version,
  players: players().map(({ permissionLevel, ...player }) => ({
    ...player,
    level: permissionLevel,
    membership: membershipOf(permissionLevel),
  })),
  leave,
  closing,
  ...notes,
})

const jsonReply = (value: object): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  body: JSON.stringify(value),
})
