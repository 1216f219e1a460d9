/** The two pictures of a user. */
export type Shot = 'head' | 'body'

/** Colours by their numbers in the clients' palette; the contract's names. */
export interface BodyColours {
  Head: number
  Torso: number
  LeftArm: number
  RightArm: number
  LeftLeg: number
  RightLeg: number
}

/** Colours as they are stored; nulls for a user without any of their own. */
export interface StoredColours {
  head: number | null
  torso: number | null
  left_arm: number | null
  right_arm: number | null
  left_leg: number | null
  right_leg: number | null
}

export const coloursOf = (row: StoredColours, defaults: BodyColours): BodyColours => ({
  Head: row.head ?? defaults.Head,
  Torso: row.torso ?? defaults.Torso,
  LeftArm: row.left_arm ?? defaults.LeftArm,
  RightArm: row.right_arm ?? defaults.RightArm,
  LeftLeg: row.left_leg ?? defaults.LeftLeg,
  RightLeg: row.right_leg ?? defaults.RightLeg,
})

/** A waiting request is answered with what there is after this long (decisions, section 5). */
export const pictureWaitMs = 10_000
