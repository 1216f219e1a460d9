import type { Generated } from 'kysely'

export interface AvatarTables {
  /** Colours by their numbers in the clients' palette. A user without a row has the configured defaults. */
  body_colours: {
    user_id: string
    head: number
    torso: number
    left_arm: number
    right_arm: number
    left_leg: number
    right_leg: number
  }
  worn_items: {
    user_id: string
    asset_id: number
  }
  /** Saved outfits, with their body colours. Times are Unix milliseconds. */
  outfits: {
    id: string
    user_id: string
    name: string
    /** `nameKeyOf` the name. Unique for each user. */
    name_key: string
    /** 1 when the owner's profile shows it. */
    shared: Generated<number>
    head: number
    torso: number
    left_arm: number
    right_arm: number
    left_leg: number
    right_leg: number
    created: number
  }
  outfit_items: {
    outfit_id: string
    asset_id: number
  }
}

declare module '../foundation/database.ts' {
  interface Database extends AvatarTables {}
}
