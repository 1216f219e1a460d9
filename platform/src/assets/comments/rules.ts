import type { Actor } from '../../accounts/rules.ts'
import type { Visibility } from '../rules.ts'

/** Returns whether an asset that the actor sees takes a comment from them. The creator of a moderated asset appeals instead. */
export const takesComments = (
  actor: Pick<Actor, 'id'>,
  asset: { creator_id: string | null; visibility: Visibility },
): boolean =>
  asset.visibility === 'Visible' || (asset.visibility === 'Moderated' && asset.creator_id !== actor.id)
