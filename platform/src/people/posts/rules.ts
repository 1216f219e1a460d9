import { type Actor, isModerator, profilePath } from '../../accounts/rules.ts'

/**
 * `Moderated`: taken down by a moderator, visible to its author and to moderators. `Deleted`: deleted by its author, visible to
 * nobody, but still stored.
 */
export type PostVisibility = 'Visible' | 'Moderated' | 'Deleted'

export const maxPostLength = 1_000

/** Bounded, because all versions of a post are sent with it. */
export const maxVersions = 20

/** Returns the address of a post. The profile is shown without its styling, which might hide the post. */
const postPath = (author: string, id: string) => `${profilePath(author)}?styling=off#post-${id}`

/** Returns the address of the page of a post and its answers, or of one answer there. */
export const threadPath = (author: string, id: string, answer?: string) =>
  `${profilePath(author)}/post/${id}${answer === undefined ? '' : `#post-${answer}`}`

/** Returns the address of a post, or of an answer on the page of the post that it answers. */
export const addressOfPost = (author: string, { id, answer_to }: { id: string; answer_to: string | null }) =>
  answer_to === null ? postPath(author, id) : threadPath(author, answer_to, id)

interface Post {
  author_id: string
  visibility: PostVisibility
}

/** Returns whether the viewer sees posts of this author that a moderator removed. */
export const seesModerated = (viewer: Actor, authorId: string) =>
  viewer.id === authorId || isModerator(viewer)

/** @param post `isBlocked`: there is a block between the viewer and the author. Moderators see through it. */
export const maySee = (viewer: Actor, post: Post & { isBlocked: boolean }) =>
  (!post.isBlocked || isModerator(viewer)) &&
  (post.visibility === 'Visible' ||
    (post.visibility === 'Moderated' && seesModerated(viewer, post.author_id)))

/** A removed post cannot be edited, not even into an acceptable one. */
export const mayEdit = (actor: Actor, post: Post) =>
  post.author_id === actor.id && post.visibility === 'Visible'
