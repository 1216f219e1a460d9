/** Times are Unix milliseconds. */
export interface GroupTables {
  groups: {
    /** Drawn by chance. */
    id: number
    name: string
    /** Unique, and what it is found by: `nameKeyOf` of the name. */
    name_key: string
    owner_id: string
    created: number
    /** Kept with the rows that it counts. */
    member_count: number
    /** 0 until it is paid for, and while it is closed: its name is taken, and it is in no list. */
    open: number
    /** Why moderators closed it; null: they did not. */
    closed_reason: string | null
  }
  /** The owner is one of them. */
  group_members: {
    group_id: number
    user_id: string
    created: number
  }
}
