import type { Generated } from 'kysely'
import type { CommentVisibility } from './rules.ts'

/** A comment. Its subject is in the column of its kind; the other two are null. Ids sort by time. */
export interface CommentColumns {
  id: string
  asset_id: number | null
  place_id: number | null
  group_id: number | null
  /** The update of the place that the comment is about; 0: the place itself, or another kind of subject. */
  version: number
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
  comments: Omit<CommentColumns, 'version'> & { version: Generated<number> }
}

declare module '../foundation/database.ts' {
  interface Database extends CommentTables {}
}
