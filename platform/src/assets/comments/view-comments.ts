import { type Actor, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import { listBeginnings, listReplies, type WrittenComment } from './comment-queries.ts'

const perPage = 20

/** Of the conversations on one page, all together: the newest ones. */
const maxReplies = 1_000

/** A comment with what was replied to it. */
export interface AssetComment {
  id: string
  created: number
  /** Null: it was taken away, and is here for its replies' sake; nobody is sent what it said. */
  author: { id: string; username: string; portrait: string | null } | null
  content: string | null
  /** Whether the viewer may delete it as its author or remove it as a moderator. */
  mayRemove: boolean
  /** In the order of time. */
  replies: AssetComment[]
}

/** A part of the conversations about an asset, the newest first, and the cursor of the next one; null at the end. */
export interface AssetComments {
  comments: AssetComment[]
  next: string | null
}

/** @throws Refused `invalid`: the cursor is none of ours. */
export async function viewComments(
  db: Db,
  viewer: Actor,
  assetId: number,
  cursor?: string,
): Promise<AssetComments> {
  const before = parseCursor(cursor)?.id
  const { rows, next } = toPage(await listBeginnings(db, assetId, { before, limit: perPage + 1 }), perPage)
  const rootIds = rows.map(({ id }) => id)
  const replies = rootIds.length > 0 ? await listReplies(db, rootIds, maxReplies) : []
  const shown = new Set([...rows, ...replies].map(({ id }) => id))
  // What answers one that is too old to be here stands below the beginning of its conversation.
  const byParent = Map.groupBy(replies.toReversed(), ({ parent_id, root_id }) =>
    parent_id !== null && shown.has(parent_id) ? parent_id : (root_id ?? ''),
  )
  return { comments: rows.flatMap((row) => treeOf(viewer, row, byParent)), next }
}

/** Nothing of a comment that was taken away and has no replies left. */
function treeOf(
  viewer: Actor,
  row: WrittenComment,
  byParent: ReadonlyMap<string, WrittenComment[]>,
): AssetComment[] {
  const replies = (byParent.get(row.id) ?? []).flatMap((reply) => treeOf(viewer, reply, byParent))
  const there = row.visibility === 'Visible'
  if (!there && replies.length === 0) return []
  return [
    {
      id: row.id,
      created: row.created,
      author: there ? { id: row.author_id, username: row.author, portrait: row.portrait } : null,
      content: there ? row.content : null,
      mayRemove: there && mayRemove(viewer, row),
      replies,
    },
  ]
}

const mayRemove = (viewer: Actor, { author_id: id, authorLevel: permissionLevel }: WrittenComment): boolean =>
  viewer.id === id || whyNotModerate(viewer, { id, permissionLevel }, 'comments') === undefined
