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
export const postPath = (author: string, id: string) => `${profilePath(author)}?styling=off#post-${id}`

interface Post {
  author_id: string
  visibility: PostVisibility
}

/** Returns whether the viewer sees posts of this author that a moderator removed. */
export const seesModerated = (viewer: Actor, authorId: string) =>
  viewer.id === authorId || isModerator(viewer)

export const maySee = (viewer: Actor, post: Post) =>
  post.visibility === 'Visible' || (post.visibility === 'Moderated' && seesModerated(viewer, post.author_id))

/** A removed post cannot be edited, not even into an acceptable one. */
export const mayEdit = (actor: Actor, post: Post) =>
  post.author_id === actor.id && post.visibility === 'Visible'
