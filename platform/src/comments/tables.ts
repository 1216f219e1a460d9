import type { Generated } from 'kysely'
import type { CommentVisibility } from './rules.ts'

/** Columns of every comment. Ids sort by time and are unique among all comments. */
export interface CommentColumns {
  id: string
  author_id: string
  /** The comment that this one replies to; null for the first comment of a conversation. */
  parent_id: string | null
  /** The first comment of the conversation; null in that comment. */
  root_id: string | null
  /** Number of ancestors. */
  depth: number
  content: string
  /** Unix milliseconds. */
  created: number
  visibility: CommentVisibility
}

export interface CommentTables {
  /** Comments on assets. */
  comments: CommentColumns & { asset_id: number }
  place_comments: CommentColumns & {
    place_id: number
    /** The update that the comment is about; 0: the place itself. */
    version: Generated<number>
  }
  group_comments: CommentColumns & { group_id: number }
}

declare module '../foundation/database.ts' {
  interface Database extends CommentTables {}
}
