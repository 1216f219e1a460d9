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

/** A waiting request is answered with what there is after this long (decisions, section 5). */
export const pictureWaitMs = 10_000
