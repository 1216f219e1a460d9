import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { findStyle, findStyleHash } from './queries.ts'
import { hashOf, stylesheetPath } from './rules.ts'
import { scopeOf } from './scope.ts'

/** Returns the actor's CSS as typed, for the settings. */
export async function viewStyling(db: Db, actor: Actor): Promise<{ css: string }> {
  const style = await findStyle(db, actor.id)
  return { css: style?.css ?? '' }
}

/** `draft`: the owner's preview. `off`: the class of the scope only, without a stylesheet. */
export type StylingMode = 'on' | 'off' | 'draft'

/** Returns the styling of a profile for this viewer. Only the owner sees the draft. */
export async function viewProfileStyling(
  db: Db,
  viewer: Actor,
  user: { id: string; username: string },
  mode: StylingMode,
): Promise<{ scope: string; stylesheet: string | null; mode: StylingMode }> {
  const scope = scopeOf(user.id)
  const ownDraft = mode === 'draft' && viewer.id === user.id
  const hash = ownDraft
    ? hashOf((await findStyle(db, user.id))?.draft ?? '')
    : await findStyleHash(db, user.id)
  if (hash === '') return { scope, stylesheet: null, mode: ownDraft ? 'draft' : 'on' }
  if (mode === 'off') return { scope, stylesheet: null, mode }
  return { scope, stylesheet: stylesheetPath(user.username, hash), mode: ownDraft ? 'draft' : 'on' }
}
