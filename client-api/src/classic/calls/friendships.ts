import { requireServer } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { findFriendsAmong } from '@baseplate/platform/social/door'
import { serverTicketOf, viewerOf } from '../../credentials.ts'
import { textResponse } from '../../replies.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { findPlayer, findPlayers } from '../players.ts'

/** Friendships, as game servers ask for them. Their calls that would change friendships have no effect. */
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
    paths: [
      '/game/createfriend',
      '/game/breakfriend',
      '/friend/createfriend',
      '/friend/breakfriend',
      '/friend/createfriendrequest',
      '/friend/deletefriendrequest',
    ],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      await requireServer(platform, serverTicketOf(c))
      // A maker could send a player's friend request to a second account, and accept it there.
      return textResponse('')
    },
  },
]

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
