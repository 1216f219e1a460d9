import type { Actor } from '../../accounts/rules.ts'
import { findAsset } from '../../assets/queries.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { appealedAlready, nothingToAppeal } from '../actions/appeal-refusals.ts'
import { insertAssetAppeal } from './appeal-queries.ts'
import { appealInput } from './input.ts'
import { findRefusal } from './queries.ts'
import { mayAppeal } from './rules.ts'

/**
 * Whoever made an asset that is moderated asks for another look, once for each time.
 *
 * @throws InvalidFields `text`; Refused `missing`; `forbidden`: for its creator alone; `invalid`: there is nothing to appeal
 * against, or it is done already.
 */
export async function appealAsset(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  assetId: number,
  input: unknown,
): Promise<void> {
  const asset = await findAsset(db, assetId)
  if (!asset) throw new Refused('missing', 'Asset not found')
  if (asset.creator_id !== actor.id) throw new Refused('forbidden', 'Only who made it may appeal')
  const { text } = parseInput(appealInput, input)
  const refusal = mayAppeal(actor, asset) ? await findRefusal(db, assetId) : undefined
  if (!refusal) throw nothingToAppeal()
  const added = await insertAssetAppeal(db, {
    asset_id: assetId,
    number: refusal.number,
    created: now(),
    text,
  })
  if (!added) throw appealedAlready()
}
