/** Maximum number of characters of a comment. */
export const maxCommentLength = 1_000

/** Maximum depth of replies to replies. */
export const maxReplyDepth = 9

/** `Moderated` by a moderator, `Deleted` by its author or the owner of its group. Both are stored and shown to no user. */
export type CommentVisibility = 'Visible' | 'Moderated' | 'Deleted'

/** The subject of comments: an asset, a group, a place (version 0), or an update of a place. */
export type Thread =
  | { readonly about: 'asset' | 'group'; readonly id: number }
  | { readonly about: 'place'; readonly id: number; readonly version: number }

export const isSameThread = (one: Thread, other: Thread): boolean =>
  isAbout(one, other) && versionOf(one) === versionOf(other)

/** Whether comments of a thread are about this asset or group, or about this place or one of its updates. */
export const isAbout = (thread: Thread, subject: Pick<Thread, 'about' | 'id'>): boolean =>
  thread.about === subject.about && thread.id === subject.id

const versionOf = (thread: Thread) => (thread.about === 'place' ? thread.version : 0)
