import type { Generated } from 'kysely'
import type { PostVisibility } from './rules.ts'

/** Times are Unix milliseconds. Ids sort by time. */
export interface PostTables {
  posts: {
    id: string
    author_id: string
    created: number
    visibility: PostVisibility
    /** A moderator's reason for removing the post. Null: none was recorded. */
    removal_reason: Generated<string | null>
    /** The post that this one answers. Answers are not answered themselves. */
    answer_to: Generated<string | null>
    /** Numbers of likes and of visible answers, maintained by triggers. */
    likes: Generated<number>
    answers: Generated<number>
  }
  post_likes: {
    post_id: string
    user_id: string
    created: number
  }
  /** Texts of posts: the first one and one for each edit. */
  post_versions: {
    post_id: string
    /** Counts up from 1. */
    number: number
    text: string
    created: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends PostTables {}
}
