import { type Actor, whyNotModerate } from '../accounts/rules.ts'
import { parseCursor, toPage } from '../foundation/cursor.ts'
import type { Db } from '../foundation/database.ts'
import { type CommentWithAuthor, listFirstComments, listReplies, type Reader } from './queries.ts'
import type { Thread } from './rules.ts'

export const commentsPerPage = 20

/** Maximum number of replies on a page, over all conversations. Older replies are left out. */
const maxReplies = 1_000

/** A comment with its replies. */
export interface Comment {
  id: string
  created: number
  /** Null when the comment was taken down, or the viewer does not read its author, and only its replies are shown. */
  author: { id: string; username: string; portrait: string | null } | null
  content: string | null
  /** Whether the viewer may delete it, or remove it as a moderator. */
  mayRemove: boolean
  /** Whether the viewer may delete it as its author, or as the host of the thread. */
  mayDelete: boolean
  /** The oldest first. */
  replies: Comment[]
}

/** A page of conversations of a thread, the newest first, and the cursor of the next page; null on the last. */
export interface Comments {
  comments: Comment[]
  next: string | null
}

interface Paging {
  cursor?: string | undefined
  limit?: number
  /** Whether the viewer is the host of the thread: the owner of its group. */
  isHost?: boolean
}

/** Returns a page of a thread's comments. @throws Refused `invalid`: the cursor is malformed. */
export async function viewComments(
  db: Db,
  viewer: Actor,
  thread: Thread,
  { cursor, limit = commentsPerPage, isHost = false }: Paging = {},
): Promise<Comments> {
  const before = parseCursor(cursor)?.id
  const reader = { ...viewer, isHost }
  const { rows, next } = toPage(
    await listFirstComments(db, reader, thread, { before, limit: limit + 1 }),
    limit,
  )
  const rootIds = rows.map(({ id }) => id)
  const replies = rootIds.length > 0 ? await listReplies(db, reader, rootIds, maxReplies) : []
  const shown = new Set([...rows, ...replies].map(({ id }) => id))
  // A reply to a comment that is too old to be shown is moved below the first comment of its conversation.
  const byParent = Map.groupBy(replies.toReversed(), ({ parent_id, root_id }) =>
    parent_id !== null && shown.has(parent_id) ? parent_id : (root_id ?? ''),
  )
  return { comments: rows.flatMap((row) => treeOf(reader, row, byParent)), next }
}

/** Returns a comment with its replies; an empty list if it is not shown and no reply is. */
function treeOf(
  viewer: Reader,
  row: CommentWithAuthor,
  byParent: ReadonlyMap<string, CommentWithAuthor[]>,
): Comment[] {
  const replies = (byParent.get(row.id) ?? []).flatMap((reply) => treeOf(viewer, reply, byParent))
  const isVisible = row.visibility === 'Visible' && Boolean(row.is_read)
  if (!isVisible && replies.length === 0) return []
  return [
    {
      id: row.id,
      created: row.created,
      author: isVisible ? { id: row.author_id, username: row.author, portrait: row.portrait } : null,
      content: isVisible ? row.content : null,
      mayRemove: isVisible && (mayDelete(viewer, row) || mayModerate(viewer, row)),
      mayDelete: isVisible && mayDelete(viewer, row),
      replies,
    },
  ]
}

const mayDelete = (viewer: Reader, { author_id }: CommentWithAuthor): boolean =>
  viewer.isHost || viewer.id === author_id

const mayModerate = (
  viewer: Actor,
  { author_id: id, authorLevel: permissionLevel }: CommentWithAuthor,
): boolean => whyNotModerate(viewer, { id, permissionLevel }, 'comments') === undefined
