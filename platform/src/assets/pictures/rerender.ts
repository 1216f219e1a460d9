import { record } from '../../accounts/audit/record.ts'
import { type Actor, isAdministrator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Renders } from '../../rendering/renders.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { findAsset } from '../queries.ts'
import { rerenderFault } from '../rules.ts'

/**
 * Has the thumbnail of an asset made anew. Answers its address, with a parameter that no cache has seen yet.
 *
 * @throws Refused `forbidden`: for administrators; `missing`; `invalid`: it is moderated, or of a type that is not
 * rendered; `failed`: no renderer took the request.
 */
export async function rerenderAsset(
  platform: { db: Db; now: Clock; renders: Renders },
  actor: Actor,
  assetId: number,
): Promise<{ icon: string }> {
  if (!isAdministrator(actor)) {
    throw new Refused('forbidden', 'Only administrators may have assets rendered again')
  }
  const asset = await findAsset(platform.db, assetId)
  if (!asset) throw new Refused('missing', 'Asset not found')
  const fault = rerenderFault(asset)
  if (fault) throw new Refused('invalid', fault)
  const subject = assetSubject(assetId)
  await record(
    platform.db,
    { actor, action: 'retryrender', subject, before: null, after: null },
    platform.now(),
  )
  await platform.renders.requestNow(subject, renderPriority.thumbnail)
  return { icon: `/asset/thumbnail/${assetId}?since=${platform.now()}` }
}
