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
}
