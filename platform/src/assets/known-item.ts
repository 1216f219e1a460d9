import { may } from '../accounts/privacy/rules.ts'
import type { Db } from '../foundation/database.ts'
import { requireOwner } from '../social/door.ts'
import { owns } from './ownership/queries.ts'
import { type AssetRow, findAsset, findAssetWithCreator } from './queries.ts'
import { assetNotFound } from './rules.ts'

/** An approved item and its creator, as games know it. */
export type KnownItem = AssetRow & {
  /** Null: the creator's account was deleted. */
  creator_username: string | null
}

/** Returns an approved item. @throws Refused `missing`: there is none, it waits for approval, or it was taken down. */
export async function requireVisibleItem({ db }: { db: Db }, id: number): Promise<KnownItem> {
  const asset = await findAssetWithCreator(db, id)
  if (asset?.visibility !== 'Visible') throw assetNotFound()
  return asset
}

/**
 * Whether a user owns an approved item, as far as the viewer may know: a privacy setting hides what a user has.
 *
 * @param viewer null: a visitor
 * @throws Refused `missing`: the account was deleted meanwhile.
 */
export async function isKnownOwner(
  { db }: { db: Db },
  viewer: { id: string } | null,
  { userId, assetId }: { userId: string; assetId: number },
): Promise<boolean> {
  if ((await findAsset(db, assetId))?.visibility !== 'Visible') return false
  // No account has an empty id.
  const viewerId = viewer?.id ?? ''
  const owner = await requireOwner(db, viewerId, userId)
  return may({ id: viewerId }, owner, 'inventory') && (await owns(db, userId, assetId))
}
