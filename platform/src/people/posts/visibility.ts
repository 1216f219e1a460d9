import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findPostFor } from './queries.ts'
import { maySee, type PostVisibility } from './rules.ts'

/**
 * Returns a post that the viewer may see.
 *
 * @throws Refused `missing`
 */
export async function requirePost(db: Db, viewer: Actor, id: string) {
  const found = await findPostFor(db, viewer.id, id)
  if (!found) throw noSuchPost()
  const { is_blocked, ...post } = found
  const seen = { ...post, isBlocked: Boolean(is_blocked) }
  if (!maySee(viewer, seen)) throw noSuchPost()
  return seen
}

/**
 * Checks that a viewer may answer or like a post that they see. Moderators see through a block, which still ends contact.
 *
 * @throws Refused `missing`, `forbidden`
 */
export function permitReaction(post: { visibility: PostVisibility; isBlocked: boolean }): void {
  if (post.visibility !== 'Visible') throw noSuchPost()
  if (post.isBlocked) throw new Refused('posts.refused')
}

export const noSuchPost = () => new Refused('posts.not_found')

/** Deletes a post for its author, even if it is taken down. */
export const deleteOwnPost = (db: Db, id: string) =>
  db
    .updateTable('posts')
    .set({ visibility: 'Deleted' })
    .where('id', '=', id)
    .where('visibility', 'in', ['Visible', 'Moderated'])
    .execute()

/** Hides a post in the transaction of its takedown. Returns false if the post is not visible. */
export async function hidePost(db: Db, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ visibility: 'Moderated', removal_reason: reason })
    .where('id', '=', id)
    .where('visibility', '=', 'Visible')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Restores a post. Returns false if it is not taken down. */
export async function showPost(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ visibility: 'Visible', removal_reason: null })
    .where('id', '=', id)
    .where('visibility', '=', 'Moderated')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
