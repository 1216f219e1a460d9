/** Times are Unix milliseconds. */
export interface BlockTables {
  /** Users who have blocked others. A block works in both directions. */
  user_blocks: {
    blocker_id: string
    blocked_id: string
    created: number
  }
  /** Users who have muted others. Only the muter notices. */
  user_mutes: {
    muter_id: string
    muted_id: string
    created: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends BlockTables {}
}
