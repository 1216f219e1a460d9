import type { Generated } from 'kysely'

/** Times are Unix milliseconds. Flags are 0 or 1. */
export interface BadgeTables {
  badges: {
    id: number
    place_id: number
    name: string
    /** `nameKeyOf(name)`. A place has one badge of a name. */
    name_key: string
    description: string
    created: number
    /** 0: its payment is pending. */
    open: number
    /** 1: games cannot award it. */
    disabled: Generated<number>
    /** Beginning of the hash of the picture that everybody sees; null: none. */
    icon: string | null
    /** Bytes. */
    icon_size: Generated<number>
    /** Beginning of the hash of a picture that waits for review; null: none. */
    waiting: string | null
    waiting_size: Generated<number>
    waiting_since: number | null
    /** Rows in `badge_awards`, maintained by a trigger. */
    award_count: Generated<number>
  }
  /** The players who have won badges. */
  badge_awards: {
    badge_id: number
    user_id: string
    awarded: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends BadgeTables {}
}
