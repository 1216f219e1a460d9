import { findUser, numbersOf, requireUser } from '@baseplate/platform/accounts/door'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { findAsset, parseAssetId } from '@baseplate/platform/assets/door'
import { mayManage as mayManageAsset } from '@baseplate/platform/assets/rules'
import { findPlace, parsePlaceId } from '@baseplate/platform/places/door'
import { mayManage as mayManagePlace, maySee } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import { requireActor, viewerOf } from '../../credentials.ts'
import { textResponse } from '../../replies.ts'
import { type ClassicCall, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { findPlayer, requirePlayer } from '../players.ts'
import { jsonResponse } from '../replies.ts'

/** Accounts, by the numbers that games know them by. */
export const accountCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/getcurrentuser.ashx', '/game/getcurrentuser'],
    methods: getOrPost,
    credential: 'session',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const viewer = await viewerOf(platform, c)
      // Studios without a session expect nothing instead of a refusal.
      const number = viewer && (await numberOf(platform, viewer.id))
      return textResponse(number ? String(number) : '', 200, { 'Cache-Control': 'no-store' })
    },
  },
  {
    paths: ['/users/account-info'],
    methods: ['GET'],
    credential: 'session',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      const { id, username } = await requireActor(platform, c)
      return jsonResponse({ UserId: await numberOf(platform, id), Username: username })
    },
  },
  {
    paths: ['/users/get-by-username'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      const user = await requireUser(platform.db, (await fieldsOf(c)).get('username') ?? '')
      return jsonResponse({ Id: await numberOf(platform, user.id), Username: user.username })
    },
  },
  {
    paths: ['/users/:number{[0-9]+}'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      const { number, username } = await requirePlayer(platform, c.req.param('number') ?? null)
      return jsonResponse({ Id: number, Username: username })
    },
  },
  {
    paths: ['/users/:number{[0-9]+}/canmanage/:id{[0-9]+}'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      const player = await findPlayer(platform, c.req.param('number') ?? null)
      const viewer = await viewerOf(platform, c)
      const CanManage =
        player !== undefined && (await manages(platform, viewer, player.id, c.req.param('id') ?? ''))
      return jsonResponse({ Success: true, CanManage })
    },
  },
]

const numberOf = async ({ db }: Pick<Platform, 'db'>, userId: string): Promise<number | undefined> =>
  (await numbersOf(db, [userId])).get(userId)

/** Whether a user may change the settings of a place or an item that the viewer sees. Places and items share their ids. */
async function manages({ db }: Platform, viewer: Actor | null, userId: string, id: string): Promise<boolean> {
  const user = await findUser(db, userId)
  if (!user) return false
  const manager = { id: user.id, permissionLevel: user.permission_level }
  const place = await findPlace(db, parsePlaceId(id) ?? 0)
  if (place) return maySee(viewer, place) && mayManagePlace(manager, place)
  const asset = await findAsset(db, parseAssetId(id) ?? 0)
  return asset?.visibility === 'Visible' && mayManageAsset(manager, asset)
}
