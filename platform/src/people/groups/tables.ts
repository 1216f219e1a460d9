import type { Generated } from 'kysely'

/** Times are Unix milliseconds. */
export interface GroupTables {
  groups: {
    /** Random. */
    id: number
    name: string
    /** Unique: `nameKeyOf(name)`. */
    name_key: string
    owner_id: string
    created: number
    /** Number of rows in `group_members`, maintained by a trigger. */
    member_count: number
    /** 0: unpaid or closed. The name is taken, but the group is in no list. */
    open: number
    /** Reason of the moderator who closed the group. Null: not closed. */
    closed_reason: string | null
    description: Generated<string>
    /** Beginning of the icon's hash; null: no icon. */
    icon: Generated<string | null>
    /** Bytes of the icon; 0: no icon. */
    icon_size: Generated<number>
    /** 1: members may add their games. */
    member_games: Generated<number>
  }
  /** The games that groups list. */
  group_places: {
    place_id: number
    group_id: number
    created: number
  }
  /** Includes the owner. */
  group_members: {
    group_id: number
    user_id: string
    created: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends GroupTables {}
}
