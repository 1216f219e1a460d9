import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { findStyle, findStyleHash } from './queries.ts'
import { hashOf, scopeOf, stylesheetPath } from './rules.ts'

/** What the owner's settings show: the CSS as it was typed. */
export async function viewStyling(db: Db, actor: Actor): Promise<{ css: string }> {
  const style = await findStyle(db, actor.id)
  return { css: style?.css ?? '' }
}

/** `draft`: what the owner is trying out; `off`: nothing but the class that it would be confined to. */
export type StylingMode = 'on' | 'off' | 'draft'

/** How a profile is styled for this viewer. A draft is there for its owner alone. */
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
