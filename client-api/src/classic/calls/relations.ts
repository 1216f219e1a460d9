import type { Actor } from '@baseplate/platform/accounts/rules'
import { blockUser, listBlockedNumbers, unblockUser } from '@baseplate/platform/blocking/door'
import type { Platform } from '@baseplate/platform/platform'
import {
  acceptRequest,
  countFriends,
  declineRequest,
  findFollows,
  follow,
  requestFriendship,
  unfollow,
  unfriend,
} from '@baseplate/platform/social/door'
import { requireActor, viewerOf } from '../../credentials.ts'
import { type ClassicCall, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { findPlayer, findPlayers, requirePlayer } from '../players.ts'
import { jsonResponse } from '../replies.ts'

type Change = (platform: Platform, actor: Actor, user: { username: string }) => Promise<void>

const success = { success: true, message: 'Success' }

/** Returns a call in which the user of the session does something with another player, whom the field names. */
const change = (path: string, field: string, apply: Change): ClassicCall => ({
  paths: [path],
  methods: ['POST'],
  credential: 'session',
  source: 'scripts',
  respond: async ({ platform }, c) => {
    const actor = await requireActor(platform, c)
    const { username } = await requirePlayer(platform, (await fieldsOf(c)).get(field))
    await apply(platform, actor, { username })
    return jsonResponse(success)
  },
})

/** Friends, follows and blocks, as clients of players ask for and change them. */
export const relationCalls: readonly ClassicCall[] = [
  change('/user/request-friendship', 'recipientuserid', requestFriendship),
  change('/user/accept-friend-request', 'requesteruserid', acceptRequest),
  change('/user/decline-friend-request', 'requesteruserid', declineRequest),
  change('/user/unfriend', 'frienduserid', unfriend),
  change('/user/follow', 'followeduserid', follow),
  change('/user/unfollow', 'followeduserid', unfollow),
  change('/userblock/block', 'userid', blockUser),
  change('/userblock/unblock', 'userid', unblockUser),
  {
    paths: ['/user/following-exists'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const fields = await fieldsOf(c)
      const [user, follower] = await Promise.all([
        findPlayer(platform, fields.get('userid')),
        findPlayer(platform, fields.get('followeruserid')),
      ])
      const isFollowing =
        user !== undefined &&
        follower !== undefined &&
        (await findFollows(platform, user.id, [follower.id])).followers.has(follower.id)
      return jsonResponse({ success: true, isFollowing })
    },
  },
  {
    paths: ['/user/multi-following-exists'],
    methods: ['POST'],
    credential: 'none',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const fields = await fieldsOf(c)
      const [user, others] = await Promise.all([
        findPlayer(platform, fields.get('userid')),
        findPlayers(platform, fields.getAll('otheruserids')),
      ])
      if (!user) return jsonResponse({ FollowingDetails: [] })
      const { followed, followers } = await findFollows(
        platform,
        user.id,
        others.map(({ id }) => id),
      )
      const FollowingDetails = others.map(({ id, number }) => ({
        UserId1: user.number,
        UserId2: number,
        User1FollowsUser2: followed.has(id),
        User2FollowsUser1: followers.has(id),
      }))
      return jsonResponse({ FollowingDetails })
    },
  },
  {
    paths: ['/user/get-friendship-count'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      // Clients leave out the number of their own player.
      const sent = (await fieldsOf(c)).get('userid')
      const user = sent === null ? await viewerOf(platform, c) : await findPlayer(platform, sent)
      return jsonResponse({ ...success, count: user ? await countFriends(platform, user.id) : 0 })
    },
  },
  {
    paths: ['/userblock/getblockedusers'],
    methods: getOrPost,
    credential: 'session',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      // A player without a session has blocked nobody.
      const viewer = await viewerOf(platform, c)
      const userList = viewer ? await listBlockedNumbers(platform, viewer) : []
      return jsonResponse({ success: true, userList, total: userList.length })
    },
  },
]
