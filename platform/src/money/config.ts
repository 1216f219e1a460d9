import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'

const economy = z
  .strictObject({
    /** Share of a price that is destroyed; the creator receives the rest. */
    Fee: z
      .number()
      .min(0)
      .lt(1, { error: 'use a number from 0 to less than 1' })
      .multipleOf(0.000_001)
      .default(0.1),
  })
  .prefault({})

const stipend = z
  .strictObject({
    /** Amount of one claim, in units with up to six decimals. */
    Amount: z.number().min(0.000_001).max(1_000_000_000).multipleOf(0.000_001).default(10),
    /** Hours from one claim to the next. */
    Interval: z.number().positive().max(8_760).default(12),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const moneyConfig = {
  Economy: economy,
  /** Currency that users may claim regularly. The economy service reads it. */
  Stipend: stipend,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof moneyConfig> {}
}
