import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'

const paletteColour = z.int().min(1).max(65_535)

const avatars = z
  .strictObject({
    /** Body colours of new users, as numbers of the clients' palette. */
    BodyColours: z
      .strictObject({
        Head: paletteColour.default(24),
        Torso: paletteColour.default(23),
        LeftArm: paletteColour.default(24),
        RightArm: paletteColour.default(24),
        LeftLeg: paletteColour.default(119),
        RightLeg: paletteColour.default(119),
      })
      .prefault({}),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const avatarsConfig = {
  Avatars: avatars,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof avatarsConfig> {}
}
