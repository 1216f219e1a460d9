import { type Actor, isModerator } from '../../accounts/rules.ts'
import {
  type Created,
  type CreationsQuery,
  countOwners,
  findAsset,
  listCreations,
} from '../../assets/door.ts'
import { mayManage } from '../../assets/rules.ts'
import { countWearers } from '../../avatars/door.ts'
import type { Db } from '../../foundation/database.ts'
import { listQueue } from '../asset-review/queries.ts'
import { countedPositions } from '../asset-review/rules.ts'
import { listTakedownsOf } from './queries.ts'
import { type OwnAppeal, ownAppeal } from './view-appeal.ts'

/** The state of an asset's review or takedown. */
interface AssetReview {
  /** Position in the queue, from 1; null: not pending, or beyond 1,000. */
  position: number | null
  /** Length of the queue, for pending assets; 1,001 stands for more than 1,000. */
  waiting: number
  /** Reason of the takedown; null: not moderated. */
  reason: string | null
  /** Whether it was rejected before it was visible, rather than taken down later. */
  isRejected: boolean
  appeal: OwnAppeal | null
}

const none: AssetReview = { position: null, waiting: 0, reason: null, isRejected: false, appeal: null }

interface Reviewed {
  id: number
  visibility: Created['visibility']
}

async function reviewsOf(db: Db, assets: readonly Reviewed[]): Promise<Map<number, AssetReview>> {
  const reviews = new Map<number, AssetReview>()
  const pending = assets.filter(({ visibility }) => visibility === 'Pending')
  if (pending.length > 0) {
    const queue = await listQueue(db)
    for (const { id } of pending) {
      const at = queue.findIndex((waiting) => waiting.id === id)
      const position = at === -1 || at >= countedPositions ? null : at + 1
      reviews.set(id, { ...none, position, waiting: queue.length })
    }
  }
  const moderated = assets.filter(({ visibility }) => visibility === 'Moderated').map(({ id }) => String(id))
  if (moderated.length > 0) {
    for (const takedown of await listTakedownsOf(db, 'asset', moderated))
      reviews.set(Number(takedown.id), {
        ...none,
        reason: takedown.reason,
        isRejected: takedown.rejected === 1,
        appeal: ownAppeal(takedown),
      })
  }
  return reviews
}

/**
 * Lists the actor's creations with their reviews, the newest first.
 *
 * @throws Refused `invalid` for an unknown cursor.
 */
export async function listReviewedCreations(platform: { db: Db }, actor: Actor, query?: CreationsQuery) {
  const { assets, next } = await listCreations(platform, actor, query)
  const reviews = await reviewsOf(platform.db, assets)
  return { assets: assets.map((asset) => ({ ...asset, ...(reviews.get(asset.id) ?? none) })), next }
}

export type ReviewedCreation = Awaited<ReturnType<typeof listReviewedCreations>>['assets'][number]

export interface ViewedReview extends AssetReview {
  mayAppeal: boolean
  /** Numbers of wearers and owners, for moderators. */
  spread: { wornBy: number; ownedBy: number } | null
}

/** Returns the review of an asset for its creator and moderators; null for other viewers, and if there is no such asset. */
export async function viewAssetReview(
  { db }: { db: Db },
  viewer: Actor,
  assetId: number,
): Promise<ViewedReview | null> {
  const asset = await findAsset(db, assetId)
  if (!asset || !mayManage(viewer, asset)) return null
  const review = (await reviewsOf(db, [asset])).get(assetId) ?? none
  const spread = isModerator(viewer)
    ? { wornBy: await countWearers(db, assetId), ownedBy: await countOwners(db, assetId) }
    : null
  return {
    ...review,
    mayAppeal: asset.creator_id === viewer.id && review.reason !== null && review.appeal === null,
    spread,
  }
}
