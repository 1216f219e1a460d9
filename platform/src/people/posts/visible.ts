/**
 * SQL conditions on the visibility of posts. Every query that filters by it uses one of them. They hold literals instead of parameters,
 * so that the databases can use the partial indexes.
 */
import { sql } from 'kysely'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { PostVisibility } from './rules.ts'

const is = (visibility: PostVisibility) => sql<boolean>`posts.visibility = ${sql.lit(visibility)}`

/** The post is neither taken down nor deleted. */
export const isVisible = is('Visible')

/** The post is visible or taken down, and was not deleted by its author. */
export const isNotDeleted = sql<boolean>`posts.visibility <> ${sql.lit<PostVisibility>('Deleted')}`

/** The post is visible, or was taken down and the viewer is its author or a moderator. */
export function isSeenBy(viewer: Actor) {
  const seesModerated = isModerator(viewer) ? sql`true` : sql`posts.author_id = ${viewer.id}`
  return sql<boolean>`(${isVisible} or (${is('Moderated')} and ${seesModerated}))`
}
