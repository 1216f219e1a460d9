import type { ContentType } from './rules.ts'

export interface TakedownTables {
  /** Every takedown, including past ones. At most one per content has not ended: that one is in force. Times are Unix milliseconds. */
  takedowns: {
    content_type: ContentType
    /** Text, because the ids of posts and comments are not numbers. */
    content_id: string
    /** Counts up from 1 for each content. */
    number: number
    created: number
    reason: string
    /** 1: it was rejected in review, and was never visible. */
    rejected: number
    moderator_id: string
    /** Null: the owner's account was deleted. */
    owner_id: string | null
    ended: number | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends TakedownTables {}
}
