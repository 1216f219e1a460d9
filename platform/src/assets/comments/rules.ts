import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { CommentVisibility } from '../rules.ts'

/** Maximum number of characters of a comment. */
export const maxCommentLength = 1_000

/** Maximum depth of replies to replies. */
export const maxReplyDepth = 9

/** Maximum number of characters of a moderator's reason. */
export const maxRemovalReasonLength = 300

/** Returns the visibility of a comment that the actor takes down; undefined when the actor may not. */
export function removedBy(
  actor: Actor,
  comment: { author_id: string },
): Exclude<CommentVisibility, 'Visible'> | undefined {
  if (comment.author_id === actor.id) return 'Deleted'
  return isModerator(actor) ? 'Moderated' : undefined
}
