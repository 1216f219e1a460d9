import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { owns } from '../ownership/queries.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, maySee } from '../rules.ts'

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
export async function favouriteAsset(platform: Favouring, actor: Actor, assetId: number): Promise<void> {
  await permit(platform, actor, assetId)
  await platform.db
    .insertInto('asset_favourites')
    .values({ user_id: actor.id, asset_id: assetId, created: platform.now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'asset_id']).doNothing())
    .execute()
}

/** Removes an asset from the actor's favourites. Repeating it changes nothing. @throws as `favouriteAsset` */
export async function unfavouriteAsset(platform: Favouring, actor: Actor, assetId: number): Promise<void> {
  await permit(platform, actor, assetId)
  await platform.db
    .deleteFrom('asset_favourites')
    .where('user_id', '=', actor.id)
    .where('asset_id', '=', assetId)
    .execute()
}

async function permit({ db, userLimits }: Favouring, actor: Actor, assetId: number): Promise<void> {
  const asset = await findAsset(db, assetId)
  if (!asset || !maySee(actor, asset, await owns(db, actor.id, assetId))) throw assetNotFound()
  if (actor.standing) throw accountModerated()
  await userLimits.favourite.spend(actor.id)
}
