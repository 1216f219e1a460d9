import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'

const badges = z
  .strictObject({
    /** Badges that a maker creates for free each day, in UTC. */
    FreePerDay: z.int().min(0).max(1_000).default(5),
    /** Price of a further badge on the same day, in units with up to six decimals. It is destroyed. */
    Price: z.number().min(0).max(1_000_000_000).multipleOf(0.000_001).default(5),
    /** Badges of a game. */
    PerPlace: z.int().min(0).max(100).default(100),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const badgesConfig = {
  /** Badges that games award to players: docs/reference/badges.md. */
  Badges: badges,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof badgesConfig> {}
}
