export interface BanTables {
  /** Players whom makers keep out of their places. Times are Unix milliseconds. */
  place_bans: {
    place_id: number
    user_id: string
    /** The maker's words to the player. */
    reason: string
    created: number
    /** Null: for ever. */
    expires: number | null
    /** The owner or moderator who banned the player; null: the game's server, or an erased account. */
    banned_by: string | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends BanTables {}
}
