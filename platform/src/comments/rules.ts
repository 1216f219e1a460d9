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

/** The columns of a comment that name its subject. */
interface SubjectColumns {
  asset_id: number | null
  place_id: number | null
  group_id: number | null
  version: number
}

export function threadOf({ asset_id, place_id, group_id, version }: SubjectColumns): Thread {
  if (asset_id !== null) return { about: 'asset', id: asset_id }
  if (place_id !== null) return { about: 'place', id: place_id, version }
  if (group_id !== null) return { about: 'group', id: group_id }
  throw new Error('a comment has no subject')
}

export const columnsOf = (thread: Thread): SubjectColumns => ({
  asset_id: thread.about === 'asset' ? thread.id : null,
  place_id: thread.about === 'place' ? thread.id : null,
  group_id: thread.about === 'group' ? thread.id : null,
  version: versionOf(thread),
})
