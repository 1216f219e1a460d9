import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { owns } from '../ownership/queries.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, maySee } from '../rules.ts'
import { type Kept, keep, release } from './queries.ts'

interface Favouring {
  db: Db
  now: Clock
  userLimits: Pick<UserLimits, 'favourite'>
}

/**
 * Adds an asset to the actor's favourites. Repeating it changes nothing.
 *
 * @throws Refused `missing`: no such asset, or the actor may not see it; `forbidden`: the actor is moderated; `limited`.
 */
export const favouriteAsset = (platform: Favouring, actor: Actor, assetId: number): Promise<void> =>
  change(platform, actor, { assetId, list: 'asset_favourites', keeps: true })

/** Removes an asset from the actor's favourites. Repeating it changes nothing. @throws as `favouriteAsset` */
export const unfavouriteAsset = (platform: Favouring, actor: Actor, assetId: number): Promise<void> =>
  change(platform, actor, { assetId, list: 'asset_favourites', keeps: false })

/** Adds an asset to the actor's wish list. Repeating it changes nothing. @throws as `favouriteAsset` */
export const wishAsset = (platform: Favouring, actor: Actor, assetId: number): Promise<void> =>
  change(platform, actor, { assetId, list: 'asset_wishes', keeps: true })

/** Removes an asset from the actor's wish list. Repeating it changes nothing. @throws as `favouriteAsset` */
export const unwishAsset = (platform: Favouring, actor: Actor, assetId: number): Promise<void> =>
  change(platform, actor, { assetId, list: 'asset_wishes', keeps: false })

async function change(
  { db, now, userLimits }: Favouring,
  actor: Actor,
  { assetId, list, keeps }: { assetId: number; list: Kept; keeps: boolean },
): Promise<void> {
  const asset = await findAsset(db, assetId)
  if (!asset || !maySee(actor, asset, await owns(db, actor.id, assetId))) throw assetNotFound()
  if (actor.standing) throw accountModerated()
  await userLimits.favourite.spend(actor.id)
  const row = { user_id: actor.id, asset_id: assetId }
  if (keeps) await keep(db, list, { ...row, created: now() })
  else await release(db, list, row)
}
