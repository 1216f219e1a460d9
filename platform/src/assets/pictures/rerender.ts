import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { isAdministrator } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Renders } from '../../rendering/door.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { assetInput } from '../input.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, whyNotRerender } from '../rules.ts'

interface Rendering {
  db: Db
  now: Clock
  renders: Renders
}

/**
 * @throws Refused `forbidden`: the actor is no administrator; `missing`; `invalid`: the asset is moderated, or of a type that
 * cannot be re-rendered; `failed`: the renderer did not accept the request.
 */
export const rerenderAsset = useCase(
  {
    summary:
      'Re-renders the thumbnail of an item. Returns its address, with a parameter that bypasses caches.',
    scope: 'assets:write',
    input: assetInput,
  },
  async (platform: Rendering, actor, { id }): Promise<{ icon: string }> => {
    if (!isAdministrator(actor)) throw new Refused('renders.administrators_only')
    const asset = await findAsset(platform.db, id)
    if (!asset) throw assetNotFound()
    const refusal = whyNotRerender(asset)
    if (refusal) throw new Refused(refusal)
    const subject = assetSubject(id)
    await recordAction(
      platform.db,
      { actor, action: 'retryrender', subject, before: null, after: null },
      platform.now(),
    )
    await platform.renders.requestNow(subject, renderPriority.thumbnail)
    return { icon: `/asset/thumbnail/${id}?since=${platform.now()}` }
  },
)
