import { type Actor, isModerator } from '../../accounts/rules.ts'
import { findPartOf } from '../../assets/creating/queries.ts'
import { countOwners } from '../../assets/ownership.ts'
import { findAsset } from '../../assets/queries.ts'
import { fileReplaced } from '../../assets/rules.ts'
import { countWearers } from '../../avatars/queries.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { decide } from './decide.ts'
import { reviewed } from './hold.ts'
import { moderateAssetInput } from './input.ts'
import { afterDecision, type Reviewing } from './review.ts'

/**
 * Takes an asset out of sight, or back in: what is moderated is kept, not served, and taken off everybody who wears it; shown
 * again, it is not put on again. Of an image that another asset is made of, that asset is meant.
 *
 * @param input `visibility`, `reason`, `file`
 * @throws InvalidFields; Refused `missing`; `forbidden`: for level 4 and higher, of a level above the creator's; `invalid`: another file is there now, somebody
 * else has reviewed it meanwhile, or looks at it in the queue, or it is still being taken off.
 */
export async function moderateAsset(
  platform: Reviewing,
  actor: Actor,
  assetId: number,
  input: unknown,
): Promise<void> {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators may moderate assets')
  const decision = parseInput(moderateAssetInput, input)
  const { visibility: to, file } = decision
  const reason = decision.visibility === 'Moderated' ? decision.reason : undefined
  const id = (await findPartOf(platform.db, assetId)) ?? assetId
  const asset = await findAsset(platform.db, id)
  if (!asset) throw new Refused('missing', 'Asset not found')
  if (asset.visibility === to) return
  const decided = await platform.db.transaction().execute(async (db) => {
    const worn = { wornBy: await countWearers(db, id), ownedBy: await countOwners(db, id) }
    const name = `“${asset.name}”`
    const note =
      to === 'Visible'
        ? `${name} is in the catalog${asset.visibility === 'Moderated' ? ' again' : ''}`
        : `${name} was taken out of the catalog: ${reason}`
    const { visibility: from } = asset
    const noted = to === 'Moderated' ? { before: worn } : {}
    return decide(
      platform,
      db,
      actor,
      asset,
      { from, to, file, reason, action: 'moderateasset', noted, note },
      platform.now(),
    )
  })
  if (decided) return afterDecision(platform, asset, to)
  const current = await findAsset(platform.db, id)
  // Whoever has done the same meanwhile has done it for both.
  if (current?.visibility === to) return
  throw current?.file_sha256 === (file ?? asset.file_sha256) ? reviewed() : fileReplaced()
}
