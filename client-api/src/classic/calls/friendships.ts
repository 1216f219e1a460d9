import { parsePlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { befriendPlayers, requireServer } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { findFriendsAmong } from '@baseplate/platform/social/door'
import { serverTicketOf, viewerOf } from '../../credentials.ts'
import { textResponse } from '../../replies.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { findPlayer, findPlayers } from '../players.ts'

/** Friendships, as game servers ask for and change them. */
export const friendshipCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/arefriends', '/friend/arefriends'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: async ({ platform }, c) =>
      textResponse(`S${(await friendsIn(platform, c)).map((number) => `${number},`).join('')}`),
  },
  {
    paths: ['/game/createfriend', '/friend/createfriend', '/friend/createfriendrequest'],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const server = await requireServer(platform, serverTicketOf(c))
      const numbers = pairOf(await fieldsOf(c))
      if (numbers) await befriendPlayers(platform, server, numbers).catch(ignoreRefusal)
      return textResponse('')
    },
  },
  {
    paths: ['/game/breakfriend', '/friend/breakfriend', '/friend/deletefriendrequest'],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      await requireServer(platform, serverTicketOf(c))
      // Game servers are not trusted, so they cannot end friendships.
      return textResponse('')
    },
  },
]

/** Returns the numbers of the player who asks and the player who is asked. */
function pairOf(fields: URLSearchParams): [number, number] | undefined {
  const from = parsePlayerNumber(fields.get('firstuserid') ?? fields.get('requesteruserid') ?? undefined)
  const to = parsePlayerNumber(fields.get('seconduserid') ?? fields.get('requesteduserid') ?? undefined)
  return from === undefined || to === undefined ? undefined : [from, to]
}

/** Servers do not show the response, and must not learn from it whom a player has blocked. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

/** Returns the numbers of a player's friends, among the numbers in the call. */
async function friendsIn(platform: Platform, c: ClassicContext): Promise<number[]> {
  const fields = await fieldsOf(c)
  const [player, others, viewer] = await Promise.all([
    findPlayer(platform, fields.get('userid')),
    findPlayers(platform, fields.getAll('otheruserids')),
    viewerOf(platform, c),
  ])
  if (!player) return []
  const friends = await findFriendsAmong(
    platform,
    viewer,
    player.id,
    others.map(({ id }) => id),
  )
  return others.filter(({ id }) => friends.has(id)).map(({ number }) => number)
}
