import { findUser, numbersOf } from '@baseplate/platform/accounts/door'
import { numberOfId } from '@baseplate/platform/foundation/asset-ids'
import { listGroupRoles, requireGroupById } from '@baseplate/platform/people/door'
import { groupRoles } from '@baseplate/platform/people/groups/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { ClassicCall } from '../call.ts'
import { findPlayer } from '../players.ts'
import { jsonResponse } from '../replies.ts'

/** Groups and the roles in them: one for the owner, and one for all other members. */
export const groupCalls: readonly ClassicCall[] = [
  {
    paths: ['/users/:number{[0-9]+}/groups'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      const player = await findPlayer(platform, c.req.param('number') ?? null)
      const groups = player ? await listGroupRoles(platform, player.id) : []
      return jsonResponse(
        groups.map((group) => ({
          Id: group.id,
          Name: group.name,
          EmblemUrl: emblemUrl(platform, group),
          Rank: group.role.rank,
          Role: group.role.name,
        })),
      )
    },
  },
  {
    paths: ['/groups/:id{[0-9]+}'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      const group = await requireGroupById(platform, numberOfId(c.req.param('id') ?? ''))
      return jsonResponse({
        Id: group.id,
        Name: group.name,
        Owner: await ownerOf(platform, group.owner_id),
        EmblemUrl: emblemUrl(platform, group),
        Description: group.description,
        Roles: groupRoles.map(({ name, rank }) => ({ Name: name, Rank: rank })),
      })
    },
  },
  {
    // Groups have no allies here.
    paths: ['/groups/:id{[0-9]+}/allies'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      await requireGroupById(platform, numberOfId(c.req.param('id') ?? ''))
      return jsonResponse({ Groups: [], FinalPage: true })
    },
  },
  {
    paths: ['/api/groups/:id{[0-9]+}/rolesets'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      await requireGroupById(platform, numberOfId(c.req.param('id') ?? ''))
      // All groups have the same roles, so that their ranks identify them.
      return jsonResponse(groupRoles.map(({ name, rank }) => ({ ID: rank, Name: name, Rank: rank })))
    },
  },
]

/** Returns the address of a group's icon; empty: it has none. */
const emblemUrl = (
  { config }: Pick<Platform, 'config'>,
  { id, icon }: { id: number; icon: string | null },
) => (icon === null ? '' : `${config.baseUrl}/asset/emblem/${id}?v=${icon}`)

/** Returns the owner of a group; null: the account is deleted. */
async function ownerOf({ db }: Pick<Platform, 'db'>, ownerId: string) {
  const [owner, numbers] = await Promise.all([findUser(db, ownerId), numbersOf(db, [ownerId])])
  const number = numbers.get(ownerId)
  return owner && number !== undefined ? { Id: number, Name: owner.username } : null
}
