import type { Generated } from 'kysely'
import type { PostVisibility } from './rules.ts'

/** Times are Unix milliseconds; ids are in the order of time. */
export interface PostTables {
  posts: {
    id: string
    author_id: string
    created: number
    visibility: PostVisibility
    /** A moderator's reason for removing it; null if none was recorded. */
    removal_reason: Generated<string | null>
  }
  /** What a post says and said: one row at first, and one more with each edit. */
  post_versions: {
    post_id: string
    /** Counts up from 1. */
    number: number
    text: string
    created: number
  }
}
