import { numbersOf } from '@baseplate/platform/accounts/door'
import { isKnownOwner, parseAssetId, requireVisibleItem } from '@baseplate/platform/assets/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import { microPerUnit } from '@baseplate/platform/foundation/money'
import { findPlace } from '@baseplate/platform/places/door'
import { maySee } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import { day } from '@baseplate/service/clock'
import { requireActor, viewerOf } from '../../credentials.ts'
import { type ClassicCall, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { findPlayer } from '../players.ts'
import { jsonResponse } from '../replies.ts'

/** Number of the type of places in classic calls. */
const placeType = 9

/** Items are marked as new for this long. */
const newFor = 7 * day

/** Items of the catalog and places as products, who owns them, and what a player can spend. */
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

/** Properties that items and places have in common for scripts of games. */
interface Described {
  id: number
  name: string
  description: string
  type: number
  creator: { id: string; username: string } | null
  created: number
  updated: number
  /** Price in whole units; null: it is not sold. */
  price: number | null
  sold: number
  isFree: boolean
}

/** Returns an item or a public place as scripts of games see it. @throws Refused `missing` */
async function viewProduct(platform: Platform, id: number) {
  const product = (await describePlace(platform, id)) ?? (await describeItem(platform, id))
  const { creator, created, price } = product
  const number = creator ? (await numbersOf(platform.db, [creator.id])).get(creator.id) : undefined
  return {
    AssetId: id,
    // Each item is one product.
    ProductId: id,
    Name: product.name,
    Description: product.description,
    AssetTypeId: product.type,
    Creator: creator && number !== undefined ? { Id: number, Name: creator.username } : { Id: 0, Name: '' },
    IconImageAssetId: 0,
    Created: new Date(created).toISOString(),
    Updated: new Date(product.updated).toISOString(),
    PriceInRobux: price,
    PriceInTickets: null,
    Sales: product.sold,
    IsNew: platform.now() - created < newFor,
    IsForSale: price !== null,
    IsPublicDomain: product.isFree,
    IsLimited: false,
    IsLimitedUnique: false,
    Remaining: null,
    MinimumMembershipLevel: 0,
    ContentRatingTypeId: 0,
  }
}

/** Prices are whole units, rounded up. */
async function describeItem(platform: Platform, id: number): Promise<Described> {
  const { creator_id, creator_username, for_sale, price, ...item } = await requireVisibleItem(platform, id)
  return {
    ...item,
    creator: creator_id === null ? null : { id: creator_id, username: creator_username ?? '' },
    price: for_sale === 1 && price > 0 ? Math.ceil(price / microPerUnit) : null,
    isFree: for_sale === 1 && price === 0,
  }
}

/** Returns undefined for a place that visitors do not see. */
async function describePlace({ db }: Pick<Platform, 'db'>, id: number): Promise<Described | undefined> {
  const place = await findPlace(db, id)
  if (!place || !maySee(null, place)) return undefined
  const { owner_id, owner_username } = place
  return {
    ...place,
    type: placeType,
    creator: owner_username === null ? null : { id: owner_id, username: owner_username },
    price: null,
    sold: 0,
    isFree: false,
  }
}
