/** Times are Unix milliseconds. */
export interface SocialTables {
  follows: {
    follower_id: string
    followed_id: string
    created: number
  }
  /** Friendships and friend requests. A pair of users has one row, in which two simultaneous requests meet. */
  friendships: {
    /** The smaller one of the two ids. */
    low_id: string
    high_id: string
    /** Sender of the friend request. Null: the two are friends. */
    requested_by: string | null
    /** Time of the request or, for friends, of its acceptance. */
    created: number
  }
  /** Counts of the rows above, maintained by triggers. No row: all are 0. */
  social_counts: {
    user_id: string
    followers: number
    following: number
    friends: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends SocialTables {}
}
