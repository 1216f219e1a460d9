import { type Actor, isModerator } from '../../accounts/rules.ts'
import { type Created, listCreations } from '../../assets/creating/list.ts'
import { countOwners } from '../../assets/ownership/queries.ts'
import { findAsset } from '../../assets/queries.ts'
import { mayManage } from '../../assets/rules.ts'
import { countWearers } from '../../avatars/queries.ts'
import type { Db } from '../../database.ts'
import { listTakedownsOf } from '../takedowns/queries.ts'
import { type OwnAppeal, ownAppeal } from '../takedowns/view-appeal.ts'
import { listLine } from './queries.ts'
import { countedPlaces } from './rules.ts'

/** Where an asset stands with those who approve. */
export interface AssetReview {
  /** Of what waits: its place, from 1; null: it does not wait, or more than a thousand are before it. */
  position: number | null
  /** How many wait, if it does: a thousand and one are more than a thousand. */
  waiting: number
  /** Of what is moderated: why; empty when nobody said. */
  reason: string | null
  /** What its creator said against that. */
  appeal: OwnAppeal | null
}

const none: AssetReview = { position: null, waiting: 0, reason: null, appeal: null }

interface Reviewed {
  id: number
  visibility: Created['visibility']
}

async function reviewsOf(db: Db, assets: readonly Reviewed[]): Promise<Map<number, AssetReview>> {
  const reviews = new Map<number, AssetReview>()
  const pending = assets.filter(({ visibility }) => visibility === 'Pending')
  if (pending.length > 0) {
    const line = await listLine(db)
    for (const { id } of pending) {
      const at = line.findIndex((waiting) => waiting.id === id)
      const position = at === -1 || at >= countedPlaces ? null : at + 1
      reviews.set(id, { ...none, position, waiting: line.length })
    }
  }
  const moderated = assets.filter(({ visibility }) => visibility === 'Moderated').map(({ id }) => String(id))
  if (moderated.length > 0) {
    for (const takedown of await listTakedownsOf(db, 'asset', moderated))
      reviews.set(Number(takedown.id), { ...none, reason: takedown.reason, appeal: ownAppeal(takedown) })
  }
  return reviews
}

/**
 * What the actor has made, the newest first, with what has become of it.
 *
 * @throws Refused `invalid`: the cursor is none of ours.
 */
export async function listReviewedCreations(platform: { db: Db }, actor: Actor, cursor?: string) {
  const { assets, next } = await listCreations(platform, actor, cursor)
  const reviews = await reviewsOf(platform.db, assets)
  return { assets: assets.map((asset) => ({ ...asset, ...(reviews.get(asset.id) ?? none) })), next }
}

export type ReviewedCreation = Awaited<ReturnType<typeof listReviewedCreations>>['assets'][number]

export interface ViewedReview extends AssetReview {
  /** Whether the viewer may appeal now. */
  mayAppeal: boolean
  /** For moderators: how many wear it, and own it. */
  spread: { wornBy: number; ownedBy: number } | null
}

/** Where an asset stands, for whoever made it, and moderators; null for others, and for what is not there. */
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
