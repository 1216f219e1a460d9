import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { Limit } from '../../foundation/limits.ts'
import { assetInput } from '../input.ts'
import { owns } from '../ownership/queries.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, maySee } from '../rules.ts'
import { type Kept, keep, release } from './queries.ts'

interface Favouring {
  db: Db
  now: Clock
  favouriteLimit: Limit
}

/**
 * States a change of one of the actor's lists. Repeating it changes nothing.
 *
 * @throws Refused `missing`: no such asset, or the actor may not see it; `forbidden`: the actor is moderated; `limited`.
 */
const change = (summary: string, list: Kept, to: 'kept' | 'released') =>
  useCase(
    { summary: `${summary} Repeating it changes nothing.`, scope: 'social', input: assetInput },
    async ({ db, now, favouriteLimit }: Favouring, actor, { id }): Promise<void> => {
      const asset = await findAsset(db, id)
      if (!asset || !maySee(actor, asset, await owns(db, actor.id, id))) throw assetNotFound()
      if (actor.standing) throw accountModerated()
      await favouriteLimit.spend(actor.id)
      const row = { user_id: actor.id, asset_id: id }
      if (to === 'kept') await keep(db, list, { ...row, created: now() })
      else await release(db, list, row)
    },
  )

export const favouriteAsset = change("Adds an item to the actor's favourites.", 'asset_favourites', 'kept')

export const unfavouriteAsset = change(
  "Removes an item from the actor's favourites.",
  'asset_favourites',
  'released',
)

export const wishAsset = change("Adds an item to the actor's wish list.", 'asset_wishes', 'kept')

export const unwishAsset = change("Removes an item from the actor's wish list.", 'asset_wishes', 'released')
