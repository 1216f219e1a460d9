import { z } from 'zod'
import { useCase } from '../accounts/door.ts'
import { isAdministrator } from '../accounts/rules.ts'
import { viewComments } from '../comments/door.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { slugOf } from '../foundation/slug.ts'
import { type Economy, findPending } from '../money/door.ts'
import { acceptsComments } from '../social/door.ts'
import { viewNeighbours } from './catalog/neighbours.ts'
import { takesComments } from './comments/rules.ts'
import { viewPendingPictures } from './creating/picture.ts'
import { findKept } from './favourites/queries.ts'
import { assetInput } from './input.ts'
import { owns } from './ownership/queries.ts'
import { findAssetWithCreator } from './queries.ts'
import { assetNotFound, mayManage, maySee, whyNotRerender } from './rules.ts'

/** `comments` is the cursor of the comments. */
const viewInput = assetInput.extend({ comments: z.string().optional() })

interface Viewing {
  db: Db
  config: Pick<Config, 'Economy'>
  economy: Economy
}

/** @throws Refused `missing`; `failed`: the ledger cannot be reached; `invalid`: the cursor is malformed. */
export const viewAsset = useCase(
  {
    summary: 'Returns the details of an item. Prices and the balance are in micro-units.',
    scope: 'read',
    input: viewInput,
  },
  async (platform: Viewing, viewer, { id, comments: cursor }) => {
    const { db, config, economy } = platform
    const asset = await findAssetWithCreator(db, id)
    const owned = asset !== undefined && (await owns(db, viewer.id, id))
    if (!asset || !maySee(viewer, asset, owned)) throw assetNotFound()
    const creatorId = asset.creator_username === null ? null : asset.creator_id
    const [{ balance }, comments, isWelcome, buying, kept, neighbours] = await Promise.all([
      // Read from the ledger, because buyers decide by it. The balance in the top bar may be seconds old.
      economy.accounts.read(viewer.id),
      viewComments(db, viewer, { about: 'asset', id }, { cursor }),
      acceptsComments(db, viewer, creatorId),
      findPending(db, { payer_id: viewer.id, kind: 'purchase', subject: `asset:${id}` }),
      findKept(db, viewer.id, id),
      viewNeighbours(db, { id, type: asset.type, creatorId: asset.creator_id }),
    ])
    return {
      id: String(asset.id),
      name: asset.name,
      slug: slugOf(asset.name),
      type: asset.type,
      description: { text: asset.description, updated: asset.description_updated },
      creator:
        asset.creator_username === null ? null : { id: asset.creator_id, username: asset.creator_username },
      isCreator: asset.creator_id === viewer.id,
      created: new Date(asset.created),
      forSale: asset.for_sale === 1,
      price: asset.price,
      sold: asset.sold,
      favourites: asset.favourites,
      ...kept,
      ...neighbours,
      owned,
      visibility: asset.visibility,
      /** Name of the preview; null while no picture may be shown. */
      thumbnail: asset.visibility === 'Visible' ? asset.thumbnail : null,
      /** Pictures of a pending asset, for the viewers who see it before it is approved. */
      pendingPictures: asset.visibility === 'Pending' ? await viewPendingPictures(db, id) : null,
      canComment: isWelcome && takesComments(viewer, asset),
      comments: comments.comments,
      /** Cursor of earlier comments; null when there are none. */
      nextComments: comments.next,
      balance,
      /** The viewer's balance after buying it; negative if they cannot afford it. */
      balanceAfter: balance - BigInt(asset.price),
      canBuy: !owned && asset.visibility === 'Visible' && asset.for_sale === 1,
      currentFee: config.Economy.Fee,
      /** Whether a purchase by the viewer is pending. */
      buying: buying !== undefined,
      manages: mayManage(viewer, asset),
      canRerender: isAdministrator(viewer) && whyNotRerender(asset) === undefined,
    }
  },
)
