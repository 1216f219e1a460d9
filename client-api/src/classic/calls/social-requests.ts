import { Refused } from '@baseplate/platform/foundation/errors'
import { listGroupRoles } from '@baseplate/platform/people/door'
import { type GroupRole, groupRoles } from '@baseplate/platform/people/groups/rules'
import type { Platform } from '@baseplate/platform/platform'
import { findFriendsAmong } from '@baseplate/platform/social/door'
import { viewerOf } from '../../credentials.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { findPlayer } from '../players.ts'
import { valueResponse, xmlResponse } from '../replies.ts'

/** Friends and groups of players, as scripts of games ask for them. */
export const socialRequestCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/luawebservice/handlesocialrequest.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const fields = await fieldsOf(c)
      switch (fields.get('method')?.toLowerCase()) {
        case 'isfriendswith':
          return valueResponse('boolean', await areFriends(platform, c, fields))
        // The site has no best friends.
        case 'isbestfriendswith':
          return valueResponse('boolean', false)
        case 'isingroup':
          return valueResponse('boolean', (await roleIn(platform, fields)).rank > 0)
        case 'getgrouprank':
          return valueResponse('integer', (await roleIn(platform, fields)).rank)
        case 'getgrouprole':
          return xmlResponse((await roleIn(platform, fields)).name)
        default:
          throw new Refused('input.request_invalid')
      }
    },
  },
]

async function areFriends(platform: Platform, c: ClassicContext, fields: URLSearchParams): Promise<boolean> {
  const [player, other, viewer] = await Promise.all([
    findPlayer(platform, fields.get('playerid')),
    findPlayer(platform, fields.get('userid')),
    viewerOf(platform, c),
  ])
  return (
    player !== undefined &&
    other !== undefined &&
    (await findFriendsAmong(platform, viewer, player.id, [other.id])).has(other.id)
  )
}

/** Returns the role of a player in a group. A group that does not exist has guests, too. */
async function roleIn(platform: Platform, fields: URLSearchParams): Promise<GroupRole> {
  const [guest] = groupRoles
  const player = await findPlayer(platform, fields.get('playerid'))
  const groups = player ? await listGroupRoles(platform, player.id) : []
  return groups.find(({ id }) => String(id) === fields.get('groupid'))?.role ?? guest
}
