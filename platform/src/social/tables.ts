/** Times are Unix milliseconds. */
export interface SocialTables {
  follows: {
    follower_id: string
    followed_id: string
    created: number
  }
  /**
   * Two people who are friends, or of whom one has asked the other: one row a pair, whoever asked, so that requests
   * which cross meet in it.
   */
  friendships: {
    /** The smaller id of the two. */
    low_id: string
    high_id: string
    /** Who has asked the other one; null: they are friends. */
    requested_by: string | null
    /** When it was asked; of friends, when they became friends. */
    created: number
  }
  /** Kept with the rows that they count, in the same transactions: counting takes longer the more there is. */
  social_counts: {
    user_id: string
    followers: number
    following: number
    friends: number
  }
}
