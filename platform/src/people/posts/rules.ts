import { type Actor, isModerator } from '../../accounts/rules.ts'

/** `Moderated`: removed by a moderator, and shown to its author and to moderators; `Deleted`: by its author, kept, shown to nobody. */
export type PostVisibility = 'Visible' | 'Moderated' | 'Deleted'

export const maxPostLength = 1_000

/** All versions of a post are sent with it. */
export const maxVersions = 20

interface Written {
  author_id: string
  visibility: PostVisibility
}

/** Whether the viewer sees posts of this author that a moderator removed. */
export const seesModerated = (viewer: Actor, authorId: string) =>
  viewer.id === authorId || isModerator(viewer)

export const maySee = (viewer: Actor, post: Written) =>
  post.visibility === 'Visible' || (post.visibility === 'Moderated' && seesModerated(viewer, post.author_id))

/** A post that was removed is not made presentable by another text. */
export const mayEdit = (actor: Actor, post: Written) =>
  post.author_id === actor.id && post.visibility === 'Visible'

/** Characters of a reason for removing a post. */
export const maxReasonLength = 300

/** What becomes of a post that the actor takes away; undefined: it is not theirs to take away. */
export function removedBy(actor: Actor, post: Written): PostVisibility | undefined {
  if (post.author_id === actor.id) return 'Deleted'
  return isModerator(actor) ? 'Moderated' : undefined
}
