import { numbersOf } from '@baseplate/platform/accounts/door'
import { isKnownOwner, parseAssetId, requireVisibleItem } from '@baseplate/platform/assets/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import { microPerUnit } from '@baseplate/platform/foundation/money'
import type { Platform } from '@baseplate/platform/platform'
import { day } from '@baseplate/service/clock'
import { requireActor, viewerOf } from '../../credentials.ts'
import { type ClassicCall, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { findPlayer } from '../players.ts'
import { jsonResponse } from '../replies.ts'

/** Items are marked as new for this long. */
const newFor = 7 * day

/** Items of the catalog, who owns them, and what a player can spend. */
export const itemCalls: readonly ClassicCall[] = [
  {
    paths: ['/marketplace/productinfo'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    // Scripts of games catch the failed call for an unknown item.
    respond: async ({ platform }, c) =>
      jsonResponse(await viewProduct(platform, parseAssetId(c.req.query('assetid')) ?? 0)),
  },
  {
    paths: ['/ownership/hasasset'],
    methods: ['GET'],
    credential: 'none',
    source: 'documentation',
    respond: async ({ platform }, c) => {
      const fields = await fieldsOf(c)
      const [player, viewer] = await Promise.all([
        findPlayer(platform, fields.get('userid')),
        viewerOf(platform, c),
      ])
      const assetId = parseAssetId(fields.get('assetid') ?? undefined)
      return jsonResponse(
        player !== undefined &&
          assetId !== undefined &&
          (await isKnownOwner(platform, viewer, { userId: player.id, assetId })),
      )
    },
  },
  {
    paths: ['/currency/balance'],
    methods: ['GET'],
    credential: 'session',
    source: 'scripts',
    respond: async ({ platform }, c) => {
      const balance = await platform.economy.balanceOf((await requireActor(platform, c)).id)
      if (balance === null) throw new Refused('economy.unavailable')
      // Clients count whole units.
      return jsonResponse({ robux: Number(balance / BigInt(microPerUnit)), tickets: 0 })
    },
  },
  {
    // A client that finds the marketplace closed says so, and offers no purchase. No call can buy yet.
    paths: ['/my/economy-status'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: () =>
      jsonResponse({ isMarketplaceEnabled: false, isMarketplaceEnabledForAuthenticatedUser: false }),
  },
]

/** Returns an item as scripts of games see it. Prices are whole units, rounded up. @throws Refused `missing` */
async function viewProduct(platform: Platform, id: number) {
  const item = await requireVisibleItem(platform, id)
  const numbers = await numbersOf(platform.db, item.creator_id === null ? [] : [item.creator_id])
  const number = numbers.get(item.creator_id ?? '')
  const isSold = item.for_sale === 1 && item.price > 0
  return {
    AssetId: id,
    // Each item is one product.
    ProductId: id,
    Name: item.name,
    Description: item.description,
    AssetTypeId: item.type,
    Creator: number === undefined ? { Id: 0, Name: '' } : { Id: number, Name: item.creator_username },
    IconImageAssetId: 0,
    Created: new Date(item.created).toISOString(),
    Updated: new Date(item.updated).toISOString(),
    PriceInRobux: isSold ? Math.ceil(item.price / microPerUnit) : null,
    PriceInTickets: null,
    Sales: item.sold,
    IsNew: platform.now() - item.created < newFor,
    IsForSale: isSold,
    IsPublicDomain: item.for_sale === 1 && item.price === 0,
    IsLimited: false,
    IsLimitedUnique: false,
    Remaining: null,
    MinimumMembershipLevel: 0,
    ContentRatingTypeId: 0,
  }
}
