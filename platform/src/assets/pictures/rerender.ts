import type { Clock } from '@baseplate/service/clock'
import { recordAction } from '../../accounts/audit/record-action.ts'
import { type Actor, isAdministrator } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Renders } from '../../rendering/renders.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, whyNotRerender } from '../rules.ts'

/**
 * Re-renders the thumbnail of an asset. Returns its address, with a parameter that bypasses caches.
 *
 * @throws Refused `forbidden`: the actor is no administrator; `missing`; `invalid`: the asset is moderated, or of a type that
 * cannot be re-rendered; `failed`: the renderer did not accept the request.
 */
export async function rerenderAsset(
  platform: { db: Db; now: Clock; renders: Renders },
  actor: Actor,
  assetId: number,
): Promise<{ icon: string }> {
  if (!isAdministrator(actor)) {
    throw new Refused('renders.administrators_only')
  }
  const asset = await findAsset(platform.db, assetId)
  if (!asset) throw assetNotFound()
  const refusal = whyNotRerender(asset)
  if (refusal) throw new Refused(refusal)
  const subject = assetSubject(assetId)
  await recordAction(
    platform.db,
    { actor, action: 'retryrender', subject, before: null, after: null },
    platform.now(),
  )
  await platform.renders.requestNow(subject, renderPriority.thumbnail)
  return { icon: `/asset/thumbnail/${assetId}?since=${platform.now()}` }
}
